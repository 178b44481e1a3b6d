// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/sockets.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

#include "core/error.h"
#include "core/files/atomic_file.h"

namespace orrery {
namespace {

sockaddr_in resolve(const std::string& host, int port) {
    addrinfo hints{};
    hints.ai_family = AF_INET;
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    const int fault = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found);
    if (fault != 0)
        throw Error("The host " + host + " of rank 0 is unknown here (" + gai_strerror(fault) +
                    "). Set MASTER_ADDR to a name or address that every host knows.");
    sockaddr_in address{};
    if (found->ai_addrlen == sizeof address)
        address = *reinterpret_cast<const sockaddr_in*>(found->ai_addr);
    freeaddrinfo(found);
    return address;
}

std::string textOf(const sockaddr_in& address) {
    std::array<char, INET_ADDRSTRLEN> text{};
    inet_ntop(AF_INET, &address.sin_addr, text.data(), text.size());
    return text.data();
}

std::string bindAdvice(int error) {
    if (error == EADDRINUSE)
        return " Another program listens there, perhaps another run: set MASTER_PORT to a port "
               "that is free.";
    if (error == EADDRNOTAVAIL)
        return " It is no address of this machine: MASTER_ADDR must be that of rank 0's host.";
    return " Set MASTER_ADDR and MASTER_PORT to where this machine may listen.";
}

}  // namespace

ListeningSocket::ListeningSocket(const std::string& host, int port) {
    sockaddr_in address = resolve(host, port);
    fd_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int yes = 1;
    // A run that goes on may have the port of the one that ended.
    const bool listens = fd_ >= 0 &&
                         setsockopt(fd_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
                         bind(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 &&
                         listen(fd_, SOMAXCONN) == 0;
    if (!listens) {
        const int error = errno;
        if (fd_ >= 0) close(fd_);
        throw Error("Rank 0 can't listen on " + textOf(address) + ":" + std::to_string(port) +
                    ": " + systemErrorText(error) + "." + bindAdvice(error));
    }
    socklen_t size = sizeof address;
    getsockname(fd_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
}

ListeningSocket::~ListeningSocket() {
    if (fd_ >= 0) close(fd_);
}

int ListeningSocket::release() {
    return std::exchange(fd_, -1);
}

std::string localAddress(const std::string& host) {
    sockaddr_in address = resolve(host, 9);
    const int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    // Of a datagram socket this sends nothing: the kernel chooses the way alone.
    const bool reached =
        fd >= 0 && connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
    const int error = errno;
    sockaddr_in own{};
    socklen_t size = sizeof own;
    if (reached) getsockname(fd, reinterpret_cast<sockaddr*>(&own), &size);
    if (fd >= 0) close(fd);
    if (!reached)
        throw Error("Rank 0's host " + host + " (" + textOf(address) +
                    ") can't be reached: " + systemErrorText(error) +
                    ". Set MASTER_ADDR to its address on a network that "
                    "all hosts are on.");
    return textOf(own);
}

}  // namespace orrery
