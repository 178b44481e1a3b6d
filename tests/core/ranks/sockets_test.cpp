// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/sockets.h"

#include <gtest/gtest.h>

#include "core/error.h"

namespace orrery {
namespace {

std::string faultOf(const std::string& host, int port) {
    try {
        ListeningSocket socket(host, port);
        return {};
    } catch (const Error& error) {
        return error.what();
    }
}

TEST(ListeningSocket, APortThatIsTaken) {
    const ListeningSocket socket("127.0.0.1", 0);
    EXPECT_GT(socket.port(), 0);
    const std::string fault = faultOf("127.0.0.1", socket.port());
    EXPECT_NE(fault.find("127.0.0.1:" + std::to_string(socket.port())), std::string::npos);
    EXPECT_NE(fault.find("MASTER_PORT"), std::string::npos);
}

TEST(ListeningSocket, AHostThatIsNotHere) {
    EXPECT_NE(faultOf("192.0.2.1", 0).find("no address of this machine"), std::string::npos);
    EXPECT_NE(faultOf("no.such.host.invalid", 0).find("no.such.host.invalid"), std::string::npos);
}

TEST(LocalAddress, OfTheNetworkThatLeadsThere) {
    EXPECT_EQ(localAddress("127.0.0.1"), "127.0.0.1");
    EXPECT_EQ(localAddress("localhost"), "127.0.0.1");
    EXPECT_THROW(localAddress("no.such.host.invalid"), Error);
}

}  // namespace
}  // namespace orrery
