// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/mailbox.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "core/error.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

using Changes = std::vector<LiveChange>;

struct MailboxTest : testing::Test {
    test::TemporaryFolder place;
    RunFolder folder{place.path()};
    Mailbox mailbox{folder};
};

TEST_F(MailboxTest, RequestsComeInTheirOrderAndAnswersGoBack) {
    EXPECT_FALSE(mailbox.next());
    const std::string first = postChanges(folder, {{"keys.alpha", "0.5"}, {"keys.beta", "0"}});
    const std::string second = postChanges(folder, {{"keys.use_delta", "false"}});
    const auto request = mailbox.next();
    ASSERT_TRUE(request);
    EXPECT_EQ(request->id, first);
    EXPECT_EQ(request->changes, (Changes{{"keys.alpha", "0.5"}, {"keys.beta", "0"}}));
    EXPECT_FALSE(takeAnswer(folder, first));
    mailbox.answer(first, {12, ""});
    EXPECT_EQ(mailbox.next()->id, second);
    const auto answer = takeAnswer(folder, first);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->step, 12);
    EXPECT_EQ(answer->fault, "");
    EXPECT_FALSE(takeAnswer(folder, first)) << "taken once";
}

TEST_F(MailboxTest, ARequestStaysUntilItIsAnswered) {
    const std::string id = postChanges(folder, {{"keys.alpha", "0.5"}});
    EXPECT_EQ(mailbox.next()->id, id);
    EXPECT_EQ(Mailbox(folder).next()->id, id) << "a process that was killed did not lose it";
    mailbox.answer(id, {3, "no"});
    EXPECT_FALSE(mailbox.next());
    EXPECT_EQ(takeAnswer(folder, id)->fault, "no");
}

TEST_F(MailboxTest, WhatIsWithdrawnOrClearedIsGone) {
    const std::string id = postChanges(folder, {{"keys.alpha", "0.5"}});
    EXPECT_TRUE(withdrawRequest(folder, id));
    EXPECT_FALSE(withdrawRequest(folder, id));
    EXPECT_FALSE(mailbox.next());
    postChanges(folder, {{"keys.alpha", "0.5"}});
    mailbox.clear();
    EXPECT_FALSE(mailbox.next());
}

TEST_F(MailboxTest, DamagedFilesHoldNobodyUp) {
    std::filesystem::create_directories(folder.mailboxFolder());
    test::writeFile(folder.mailboxFolder() / "1-1.request", "{");
    test::writeFile(folder.mailboxFolder() / "2-1.answer", "[]");
    test::writeFile(folder.mailboxFolder() / "note.txt", "x");
    EXPECT_FALSE(mailbox.next());
    EXPECT_NE(takeAnswer(folder, "1-1")->fault, "");
    EXPECT_FALSE(mailbox.next());
    EXPECT_THROW(takeAnswer(folder, "2-1"), Error);
}

TEST_F(MailboxTest, WhatIsNoFileIsPassedOverAndNamedOnce) {
    namespace fs = std::filesystem;
    const fs::path mail = folder.mailboxFolder();
    fs::create_directories(mail / "1.request" / "inside");
    fs::create_symlink(mail / "2.request", mail / "2.request");
    ASSERT_EQ(::mkfifo((mail / "3.request").c_str(), 0600), 0);
    test::writeFile(place / "secret", "[[\"keys.alpha\", \"0.5\"]]");
    fs::create_symlink(place / "secret", mail / "4.request");
    const std::string id = postChanges(folder, {{"keys.alpha", "0.25"}});
    const auto request = mailbox.next();
    ASSERT_TRUE(request);
    EXPECT_EQ(request->id, id) << "the odd ones hold nobody up";
    mailbox.answer(id, {1, ""});
    EXPECT_FALSE(mailbox.next());
    EXPECT_EQ(mailbox.takeOdd().size(), 4U);
    EXPECT_FALSE(mailbox.next());
    EXPECT_TRUE(mailbox.takeOdd().empty());
    ASSERT_EQ(::mkfifo((mail / "5.answer").c_str(), 0600), 0);
    EXPECT_THROW(takeAnswer(folder, "5"), Error);
}

TEST_F(MailboxTest, ARequestOfManyMegabytesIsRefused) {
    std::filesystem::create_directories(folder.mailboxFolder());
    test::writeFile(folder.mailboxFolder() / "1.request", "");
    std::filesystem::resize_file(folder.mailboxFolder() / "1.request", 200'000'000);
    EXPECT_FALSE(mailbox.next());
    EXPECT_NE(takeAnswer(folder, "1")->fault, "");
    EXPECT_FALSE(mailbox.next());
}

TEST_F(MailboxTest, AMailboxThatLeadsElsewhereIsNotWritten) {
    std::filesystem::create_directory(place / "other");
    std::filesystem::create_directory_symlink(place / "other", folder.mailboxFolder());
    EXPECT_THROW(postChanges(folder, {{"keys.alpha", "0.25"}}), Error);
    EXPECT_TRUE(std::filesystem::is_empty(place / "other"));
}

TEST_F(MailboxTest, AFolderThatCanNotBeWrittenIsAnError) {
    test::writeFile(folder.mailboxFolder(), "a file where the folder belongs");
    EXPECT_THROW(postChanges(folder, {{"keys.alpha", "0.5"}}), Error);
    EXPECT_FALSE(mailbox.next());
}

}  // namespace
}  // namespace orrery
