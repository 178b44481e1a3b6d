// SPDX-License-Identifier: GPL-3.0-or-later
// Village stories about an object: lost and found, broken and mended, quarrelled over and shared.
#include "core/data/stories/sources.h"

namespace orrery::stories {
namespace {

constexpr LineSource lines[] = {
    // A treasure is lost; a thief has it.
    {"lost.have", "{Hero.his} greatest treasure was a {thing.adj} {thing}."},
    {"lost.have", "{Hero.he} owned a {thing.adj} {thing} and never left/v home without it."},
    {"lost.have",
     "On {hero.his} last birthday {hero.he} had/x got a {thing.adj} {thing}, and {hero.he} loved "
     "it more/r than anything else."},
    {"lost.have",
     "In {hero.his} pocket {hero.he} always carried a {thing.adj} {thing}. It had/x once belonged "
     "to {hero.his} grandmother."},
    {"lost.have",
     "{Hero.he} had one treasure, a {thing.adj} {thing} that/o {hero.he} had/x found in the sand."},

    {"lost.morning",
     "One {weather.adj} [morning|afternoon] {hero} [walked|ran|went] {place.to} to [play|gather "
     "sticks|look for mushrooms]."},
    {"lost.morning",
     "On a {weather.adj} [morning|day] {hero.he} [took a walk/n|wandered] {place.to}."},
    {"lost.morning", "It was a {weather.adj} day, and {hero} spent the whole morning {place.at}."},

    {"lost.notice",
     "[On the way home/r|At noon|After a while/n] {hero.he} reached into {hero.his} pocket. The "
     "{thing} was gone!",
     {},
     "lost"},
    {"lost.notice", "When {hero} wanted to look at the {thing}, it was not there.", {}, "lost"},
    {"lost.notice",
     "Suddenly {hero} noticed a hole in {hero.his} pocket. The {thing} was gone!",
     {},
     "lost"},
    {"lost.notice",
     "[At noon|After a while/n] {hero} lay down to rest/v. When {hero.he} woke up, the {thing} was "
     "gone.",
     {},
     "lost"},

    {"lost.search",
     "{Hero} [looked|searched] [behind the stones|under the leaves|in the tall grass] and [between "
     "the roots|under every bush|along the path], but {hero.he} found nothing."},
    {"lost.search", "{Hero} went back the same way, step by step, but the {thing} was nowhere."},
    {"lost.search",
     "{Hero} turned over every stone. {Hero.he} found a [snail|feather|rusty nail], but not the "
     "{thing}."},

    {"lost.meet", "Just then {friend} came [along the path|round the corner|out of a garden]."},
    {"lost.meet",
     "After a while/n {friend}, {hero.his} best friend, [came by/r|sat down beside {hero.him}]."},
    {"lost.meet", "{Friend} saw {hero} from far/r away and [came running|ran up/r]."},

    {"lost.ask",
     "\"What is wrong?\" asked {friend}. \"I have/x lost my {thing},\" said {hero}. \"Then we will "
     "look for it together,\" said {friend}."},
    {"lost.ask",
     "\"My {thing} is gone,\" said {hero}. \"Do not cry,\" answered {friend}. \"[Four eyes see "
     "more/n than two/n|I will help you].\""},
    {"lost.ask",
     "\"Why do you look so sad?\" asked {friend}. {Hero} told {friend.him} about the {thing}. "
     "\"Come with me,\" said {friend}. \"[Somebody must have/x seen it|Let us ask in the "
     "village]!\""},

    {"lost.clue",
     "They asked {elder}, who was {elder.busy}. \"A {thief} {thief.did} [this morning|an hour ago] "
     "{thief.with},\" {elder.he} said."},
    {"lost.clue",
     "They [went|ran] {elder.to}. {Elder} [thought for a moment|scratched {elder.his} head]. \"I "
     "saw a {thief} today,\" {elder.he} said. \"It {thief.did} {thief.with}.\""},
    {"lost.clue",
     "\"Have/x you seen a {thing.adj} {thing}?\" they asked {elder}. \"No/i,\" said {elder}, \"but "
     "a {thief} {thief.did} {thief.with}.\""},

    {"lost.go", "At once they [ran|set off] to {thief.den}. {Hero} {thief.reach}."},
    {"lost.go",
     "The children thanked {elder} and [ran|went] to {thief.den}. There {hero} {thief.reach}."},
    {"lost.go", "\"To {thief.den}!\" called {friend}. When they got there, {hero} {thief.reach}."},

    {"lost.find", "{Thief.inside} lay the {thing}!", {}, "-lost"},
    {"lost.find",
     "And what was that/o? {Thief.inside} something [glittered|was shining]. It was the {thing}!",
     {},
     "-lost"},
    {"lost.find", "{Thief.inside}, safe and whole, lay the {thing.adj} {thing}.", {}, "-lost"},

    {"lost.joy", "{Hero} [laughed|jumped|shouted] with joy and {thing.joy}."},
    {"lost.joy", "\"[Here it is|I have it]!\" [shouted|cried] {hero} and {thing.joy}."},
    {"lost.joy", "{Hero.he} {thing.joy}, [so happy was {hero.he}|and {hero.his} eyes shone]."},

    {"lost.trade", "The {thief} looked so disappointed that {hero} gave it {thief.trade}."},
    {"lost.trade", "{Friend} laughed at the {thief} and gave it {thief.trade} instead."},
    {"lost.trade",
     "\"You only wanted something [nice|pretty],\" said {hero} to the {thief} and gave it "
     "{thief.trade}."},

    {"lost.end",
     "From that/d day on/r, {hero} [tied the {thing} to a string|kept the {thing} in a "
     "[small|wooden] box|looked into {hero.his} pocket every hour]."},
    {"lost.end",
     "\"Thank you,\" said {hero} to {friend}. \"A good friend is worth more/n than any {thing}.\""},
    {"lost.end", "The two friends went home/r arm in arm, and the {thing} never got lost again."},

    // A toy breaks; an elder has what mends it, and work to do.
    {"broken.have",
     "{Hero} had a {toy.adj} {toy} that/o {hero.he} had/x made with {hero.his} own hands."},
    {"broken.have",
     "{Hero.he} had many toys, but {hero.he} loved only one/n of them, a {toy.adj} {toy}.",
     {}},
    {"broken.have", "For {hero.his} birthday {hero.he} got a {toy.adj} {toy}."},
    {"broken.have",
     "All summer {hero.he} had/x saved {hero.his} pennies, and at last {hero.he} bought a "
     "{toy.adj} {toy}."},

    {"broken.play", "{Hero.he} {toy.played}."},
    {"broken.play", "All morning {hero} {toy.played}."},
    {"broken.play", "{Hero} {toy.played}, and the other children [watched|clapped their hands]."},

    {"broken.accident", "But then it happened. {Toy.accident}, and {toy.damage}.", {}, "broken"},
    {"broken.accident",
     "Suddenly there/o was a [loud|terrible] crack. {Toy.accident}, and {toy.damage}.",
     {},
     "broken"},
    {"broken.accident",
     "{Toy.accident}. \"Oh no/i!\" cried {hero}, for/s {toy.damage}.",
     {},
     "broken"},

    {"broken.try", "{Hero} tried to mend the {toy}, but without {toy.need} it was no use/n."},
    {"broken.try",
     "At home {hero.he} looked into every [drawer|box|basket]. \"I need {toy.need},\" {hero.he} "
     "said, but there/o was none/o in the house."},
    {"broken.try",
     "{Hero} held the {toy} in both arms and thought. \"If I had {toy.need}, I could mend it,\" "
     "{hero.he} said."},

    {"broken.ask",
     "So {hero.he} went {elder.to}. {Elder} was {elder.busy}. \"Please, do you have {toy.need}?\" "
     "asked {hero}."},
    {"broken.ask",
     "{Hero.he} carried the {toy} {elder.to}, where {elder} was {elder.busy}. \"Could you give me "
     "{toy.need}?\" asked {hero}."},
    {"broken.ask",
     "{Elder} was {elder.busy} when {hero} came in/r with the {toy}. \"It broke,\" said {hero}. "
     "\"I need {toy.need}.\""},

    {"broken.deal",
     "\"Of course,\" said {elder}. \"But first you must {elder.job}, because I have only two "
     "hands.\""},
    {"broken.deal", "{Elder} nodded. \"If you {elder.job}, I will find some time for you.\""},
    {"broken.deal",
     "\"I have some,\" said {elder}, \"and I have work/n as/r well/r. Will you {elder.job}?\""},

    {"broken.work",
     "{Hero} [rolled up {hero.his} sleeves|set to work/n at once|did not wait to be asked twice] "
     "and {elder.did}."},
    {"broken.work",
     "\"Gladly,\" said {hero} and {elder.did}. It was hard work/n, and it took an hour."},
    {"broken.work", "So {hero} {elder.did}, and {hero.he} even sang while {hero.he} worked."},

    {"broken.mend",
     "Then {elder} gave {hero.him} {toy.need}. With careful fingers {hero} {toy.fix}.",
     {},
     "-broken mended"},
    {"broken.mend",
     "\"Well/i done/v,\" said {elder} and fetched {toy.need}. {Hero} sat down and {toy.fix}.",
     {},
     "-broken mended"},
    {"broken.mend",
     "{Elder} kept {elder.his} word and brought {toy.need}. {Hero} {toy.fix}, and {elder} watched.",
     {},
     "-broken mended"},

    {"broken.end", "\"A thing that/o you have/x mended yourself is worth two/n,\" said {elder}."},
    {"broken.end",
     "{Hero} ran home/r and showed the {toy} to everyone. It was {hero.his} proudest day."},
    {"broken.end", "Since then {hero} has/x mended many things, and not only {hero.his} own."},
    {"broken.end",
     "\"Thank you!\" called {hero}. And the next week {hero.he} came back, just to help."},

    // Two children, one toy.
    {"quarrel.open",
     "{Hero} and {friend} were best friends. They lived near the {home} and met every day."},
    {"quarrel.open",
     "Near the {home} lived two friends, {hero} and {friend}. They [shared everything|were always "
     "together]."},
    {"quarrel.open",
     "{Hero} was a {hero.trait} {hero.kind}, and {hero.his} best friend was {friend}, who lived "
     "near the {home}."},

    {"quarrel.have", "Together they had/x [built|painted/v] a {toy.adj} {toy}."},
    {"quarrel.have", "They had only one toy, a {toy.adj} {toy} that/o belonged to both of them."},
    {"quarrel.have", "In a dusty corner of the barn they had/x found a {toy.adj} {toy}."},

    {"quarrel.want",
     "That/d morning {hero} {toy.played}. Soon {friend} came out/r as/r well/r. {Friend.he} wanted "
     "the {toy} too."},
    {"quarrel.want",
     "{Hero} {toy.played}. \"Now it is my turn/n,\" said {friend}, who had/x come after "
     "{hero.him}."},

    {"quarrel.words",
     "\"No/i, I had it first!\" [shouted|cried] {hero}. \"You always have it!\" answered "
     "{friend}."},
    {"quarrel.words",
     "\"Give it to me!\" shouted {friend}. \"Never!\" said {hero} and held the {toy} tight/r."},
    {"quarrel.words",
     "\"Wait,\" said {hero}. \"I have/x waited all day,\" said {friend}, and {friend.his} face "
     "turned red."},

    {"quarrel.pull",
     "{Hero} pulled at one end, and {friend} pulled at the other. There/o was a crack, and "
     "{toy.damage}.",
     {},
     "broken"},
    {"quarrel.pull",
     "{Friend} grabbed the {toy}, {hero} did not let go, and suddenly {toy.damage}.",
     {},
     "broken"},

    {"quarrel.blame",
     "\"That/o is your fault!\" they both cried. Then each of them went home/r [alone|without a "
     "word]."},
    {"quarrel.blame",
     "For a moment nobody spoke. \"Look what you have/x done/v!\" said {hero}, and {friend} ran "
     "away in tears."},

    {"quarrel.alone",
     "The next day was long and [dull|empty]. {Hero} sat at the window, and nothing was any fun "
     "alone."},
    {"quarrel.alone", "{Hero} tried to play alone, but a game for two/n is no fun for one/n."},
    {"quarrel.alone",
     "Three days went by/r. {Hero} was angry at first, then sad, and then only lonely."},

    {"quarrel.elder",
     "At last {hero} went {elder.to}. {Elder} was {elder.busy}. \"A toy can be mended,\" said "
     "{elder}, \"and so can a friendship. Here is {toy.need}.\""},
    {"quarrel.elder",
     "{Elder} saw {hero.his} sad face and asked what had/x happened. Then {elder.he} gave "
     "{hero.him} {toy.need}. \"One/n of you must be the first to say sorry,\" {elder.he} said."},

    {"quarrel.sorry",
     "{Hero} ran to {friend}. \"I am sorry,\" {hero.he} said. \"I am sorry too,\" said {friend}."},
    {"quarrel.sorry",
     "{Hero} knocked at {friend}'s door. \"I was wrong,\" said {hero}. {Friend} [smiled|blushed]. "
     "\"So was I,\" {friend.he} answered."},

    {"quarrel.mend", "They sat down side by side and {toy.fix}.", {}, "-broken mended"},
    {"quarrel.mend", "{Friend} held the {toy}. {Hero} {toy.fix}.", {}, "-broken mended"},

    {"quarrel.share",
     "\"You first,\" said {hero}. \"No/i, you first,\" said {friend}, and both of them laughed."},
    {"quarrel.share", "This time they took turns and counted to a hundred."},
    {"quarrel.share",
     "They drew a line in the sand: one round for {hero}, one round for {friend}."},

    {"quarrel.end",
     "And if they ever quarrelled again, it never lasted longer than [an hour|a summer rain]."},
    {"quarrel.end", "The {toy} had a scar now, and they liked it better/r that/d way."},
    {"quarrel.end", "After that/o they were better friends than before/r."},
};

}  // namespace

std::span<const LineSource> villageObjectLines() {
    return lines;
}

}  // namespace orrery::stories
