// SPDX-License-Identifier: GPL-3.0-or-later
// Where ranks listen: on one address of one network, never on all of them.
#pragma once
#include <string>

namespace orrery {

/// A socket that listens on the IPv4 address of `host` alone; it is not inherited by programs that
/// are started. Closed at the end.
class ListeningSocket {
public:
    /// port 0 = one that is free. Throws Error, with address and what to do, for a host that is
    /// unknown or not this machine, and a port that is taken.
    ListeningSocket(const std::string& host, int port);
    ~ListeningSocket();
    ListeningSocket(const ListeningSocket&) = delete;
    ListeningSocket& operator=(const ListeningSocket&) = delete;

    int port() const { return port_; }
    int fd() const { return fd_; }
    /// Whoever calls it closes it.
    int release();

private:
    int fd_ = -1;
    int port_ = 0;
};

/// This machine's IPv4 address on the network by which `host` is reached ("127.0.0.1" for this
/// machine itself). Throws Error for a host that is unknown or out of reach.
std::string localAddress(const std::string& host);

}  // namespace orrery
