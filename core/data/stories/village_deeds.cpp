// SPDX-License-Identifier: GPL-3.0-or-later
// Village stories about a deed: an errand, a rescue, something learned.
#include "core/data/stories/sources.h"

namespace orrery::stories {
namespace {

constexpr LineSource lines[] = {
    // A present has to reach somebody; something is in the way.
    {"errand.news", "In the lane {hero} heard that {elder} {elder.ails}."},
    {"errand.news",
     "\"Have/x you heard?\" said a neighbour. \"{Elder} [needs help/n|is not well].\" It was true: "
     "{elder} {elder.ails}."},
    {"errand.news",
     "\"Who will look after {elder}?\" asked {hero.his} mother, for/s {elder} {elder.ails}."},

    {"errand.goal", "\"I will bring {gift.full},\" said {hero}."},
    {"errand.goal", "{Hero} wanted to help, so {hero.he} asked for {gift.full}."},
    {"errand.goal", "\"{Gift.full} would help,\" thought {hero}."},

    {"errand.pack", "{Hero.he} [took|picked up] {gift.the} and [set off|started] {elder.to}."},
    {"errand.pack",
     "{Hero.he} wrapped {gift.the} in a cloth, put on {hero.his} [coat|scarf] and went "
     "{elder.to}."},
    {"errand.pack", "Soon {hero.he} was on the way {elder.to}, with {gift.the} under one arm.",
     "!heavy"},
    {"errand.pack",
     "Soon {hero.he} was on the way {elder.to}. {Gift.the} was heavy, and {hero.he} had to rest/v "
     "twice.",
     "heavy"},

    {"errand.sight", "But what was that/o? {Obstacle.sight}."},
    {"errand.sight", "Halfway there {hero.he} had to stop. {Obstacle.sight}."},
    {"errand.sight", "{Obstacle.sight}. How could {hero} get past/r?"},

    {"errand.try", "{Hero} put {gift.the} down carefully. {Obstacle.try}."},
    {"errand.try", "{Obstacle.try}. \"It is no use/n,\" said {hero}."},
    {"errand.try", "First {hero} tried it alone. {Obstacle.try}."},

    {"errand.meet",
     "At that/d moment {friend} came by/r. \"Where are you going?\" {friend.he} asked."},
    {"errand.meet",
     "Then {hero} heard a voice. It was {friend}. \"Do you need help/n?\" asked {friend}."},
    {"errand.meet",
     "{Friend}, who lived [close/r by/r|next door], had/x seen everything. \"I can help you,\" "
     "said {friend}."},

    {"errand.idea",
     "When {friend} had/x heard the story, {friend.he} [grinned|thought for a moment]. "
     "\"{Obstacle.idea},\" {friend.he} said."},
    {"errand.idea", "{Hero} told {friend.him} everything. \"{Obstacle.idea},\" said {friend}."},
    {"errand.idea",
     "\"I must get past/r, but I cannot do/v it alone,\" said {hero}. \"{Obstacle.idea},\" "
     "answered {friend}."},

    {"errand.way", "It worked! {Obstacle.way}."},
    {"errand.way", "{Obstacle.way}. \"That/o was clever,\" said {hero}."},
    {"errand.way", "And so they did/v it. {Obstacle.way}."},

    {"errand.arrive",
     "A little later they stood at the door. {Elder} could hardly believe it. \"For me?\" "
     "{elder.he} asked."},
    {"errand.arrive",
     "At last they knocked at the door. \"Come in/r,\" called {elder} in a weak voice."},
    {"errand.arrive",
     "{Elder} [heard them laughing|saw them through the window] and opened the door before/s they "
     "could knock."},

    {"errand.joy", "{Elder.he} {gift.enjoy}. \"Now I feel better already,\" {elder.he} said."},
    {"errand.joy",
     "\"How kind of you!\" {elder.he} said and {gift.enjoy}. Slowly the colour came back to "
     "{elder.his} cheeks."},
    {"errand.joy", "{Elder.he} thanked them three times. Then {elder.he} {gift.enjoy}."},

    {"errand.end",
     "On the way home/r {hero} took {friend}'s hand. \"Tomorrow we will go again,\" said {hero}."},
    {"errand.end",
     "A week later {elder} was quite well again, and {elder.he} never forgot that/d visit."},
    {"errand.end", "{Hero} was tired that/d night, but {hero.he} fell asleep with a smile."},
    {"errand.end", "So {elder} had two new friends, and the way never seemed long again."},

    // An animal is in trouble.
    {"rescue.morning",
     "One {weather.adj} [morning|day] {hero.he} [was on {hero.his} way|went|walked] {place.to}."},
    {"rescue.morning",
     "On a {weather.adj} [morning|afternoon] {hero} [sang a song|ate an apple|hopped on one leg] "
     "on the way {place.to}."},

    {"rescue.hear", "Suddenly {hero.he} heard something. Somewhere an animal was {animal.cry}."},
    {"rescue.hear",
     "All was quiet {place.at}. Then {hero.he} heard a [thin|faint|small] voice. Something was "
     "{animal.cry}."},
    {"rescue.hear",
     "\"What is that/d noise?\" thought {hero} and stood still/a. Something was {animal.cry} very "
     "softly."},

    {"rescue.find",
     "{Hero.he} followed the sound. There, {trap.in}, was a [tiny|little|young] {animal}.",
     {},
     "trapped"},
    {"rescue.find",
     "{Hero.he} looked left/r and right/r, and then {hero.he} saw it. A [tiny|little|young] "
     "{animal} was {trap.in} and could not get out/r.",
     {},
     "trapped"},

    {"rescue.try", "{Hero} {trap.try}."},
    {"rescue.try", "{Hero} did not think twice. {Hero.he} {trap.try}."},
    {"rescue.try", "\"Hold still/a,\" said {hero}. {Hero.he} {trap.try}."},

    {"rescue.meet",
     "\"Help!\" called {hero}. {Friend} was not far/r away and came as/r fast/r as {friend.he} "
     "could."},
    {"rescue.meet",
     "{Hero} ran back to the lane and met {friend}. \"Come quickly,\" said {hero}. \"A {animal} is "
     "{trap.in}!\""},

    {"rescue.plan", "\"We need {trap.tool},\" said {friend}. \"{Elder} has/v one/n.\"", "one"},
    {"rescue.plan",
     "{Friend} looked at the {animal}. \"With {trap.tool} we could do/v it,\" {friend.he} said."},
    {"rescue.plan",
     "\"What we need is {trap.tool},\" said {hero}. \"I know who can help us,\" said {friend}."},

    {"rescue.tool",
     "{Friend} raced {elder.to}. {Elder} stopped {elder.busy} and gave {friend.him} {trap.tool}."},
    {"rescue.tool",
     "They ran {elder.to}. {Elder} was {elder.busy}, but {elder.he} dropped everything and found "
     "{trap.tool}."},
    {"rescue.tool",
     "{Elder} was {elder.busy} when {friend} burst in/r. \"Take {trap.tool},\" {elder.he} said, "
     "\"and hurry!\""},

    {"rescue.out", "{Trap.out}. {Trap.then}."},
    {"rescue.out", "Now they could begin. {Trap.out}. {Trap.then}."},

    {"rescue.free", "The {animal} was free!", {}, "-trapped"},
    {"rescue.free",
     "At last the {animal} was safe. It [licked|sniffed at] {hero.his} hand.",
     {},
     "-trapped"},
    {"rescue.free",
     "\"We did/v it!\" shouted {hero}, and the {animal} [shook itself|jumped in the air].",
     {},
     "-trapped"},

    {"rescue.care",
     "They carried it home/r and gave it {animal.food}. \"Let us call it {animal.pet},\" said "
     "{friend}.",
     "!large"},
    {"rescue.care",
     "They led it home/r and gave it {animal.food}. \"I will call it {animal.pet},\" said {hero}.",
     "large"},
    {"rescue.care",
     "{Hero} rubbed it dry with {hero.his} scarf and gave it {animal.food}. They named it "
     "{animal.pet}."},

    {"rescue.end", "From then on/r, {animal.pet} followed {hero} wherever {hero.he} went."},
    {"rescue.end",
     "The next day they took it back to its mother. But {animal.pet} never forgot them and often "
     "came to visit/v."},
    {"rescue.end", "\"You two/n make a good team,\" said {elder}, when {elder.he} heard about it."},
    {"rescue.end", "That/d night {animal.pet} slept at the foot of {hero}'s bed.", "!large"},

    // Something is learned.
    {"learn.wish", "{Hero.he} had one great wish: {hero.he} wanted to {skill.do}."},
    {"learn.wish",
     "More/r than anything, {hero} wanted to {skill.do}. {Friend} could do/v it already."},
    {"learn.wish",
     "One day {hero.he} saw how {friend} could {skill.do}. \"I want to learn that/o too,\" said "
     "{hero}."},

    {"learn.first", "On a {weather.adj} morning {hero.he} tried it for the first time."},
    {"learn.first", "The next day was {weather.adj}. {Hero} got up early and tried it."},
    {"learn.first",
     "\"It cannot be so hard,\" {hero.he} thought. So one {weather.adj} day {hero.he} began."},

    {"learn.fail", "But {hero.he} {skill.fail}."},
    {"learn.fail", "It did not go well/r. {Hero.he} {skill.fail}."},
    {"learn.fail", "{Hero.he} {skill.fail}. It was [awful|harder than {hero.he} had/x thought]."},

    {"learn.laugh",
     "Some [big boys|older children] saw it and laughed. Only {friend} did not laugh."},
    {"learn.laugh",
     "\"You will never learn it,\" said a voice behind the hedge. \"Do not listen,\" said "
     "{friend}."},
    {"learn.laugh",
     "\"Everybody falls at first,\" said {friend}, but {hero} shook {hero.his} head."},

    {"learn.elder",
     "\"Ask {elder},\" said {friend}. So {hero} went {elder.to}, where {elder} was {elder.busy}."},
    {"learn.elder",
     "{Elder} had/x watched from far/r away. \"Come here, child,\" {elder.he} called. \"When I was "
     "young, I was no better.\""},

    {"learn.tip", "\"{Skill.tip},\" said {elder}. \"And do not give up.\""},
    {"learn.tip", "{Elder} showed {hero.him} how to do/v it. \"{Skill.tip},\" {elder.he} said."},
    {"learn.tip", "\"There/o is a secret,\" whispered {elder}. \"{Skill.tip}.\""},

    {"learn.practise",
     "{Hero} practised [the whole week|day after day|for ten days], in the morning and in the "
     "evening."},
    {"learn.practise",
     "So {hero} tried again, and again, and again. [Each time it went a little better/r|Slowly it "
     "grew easier]."},
    {"learn.practise",
     "Every day after school {hero} practised, and {friend} [counted|watched and cheered]."},

    {"learn.work", "To thank {elder}, {hero} {elder.did}."},
    {"learn.work", "In return/n {hero} {elder.did}."},

    {"learn.success",
     "And one evening {hero} {skill.did}! {Hero.he} could hardly believe it.",
     {},
     "learned"},
    {"learn.success",
     "Then, on a Sunday, it worked. {Hero} {skill.did}, and {friend} threw {friend.his} cap in the "
     "air.",
     {},
     "learned"},
    {"learn.success",
     "On the last day of the month {hero} {skill.did}. \"Bravo!\" called {elder}.",
     {},
     "learned"},

    {"learn.feat", "Not long/r after that/o, {skill.feat}."},
    {"learn.feat", "It was good that {hero} had/x learned it, for/s soon {skill.feat}."},
    {"learn.feat", "Some weeks later {skill.feat}. Nobody laughed now."},

    {"learn.end",
     "\"Who taught you that/o?\" asked the people. \"{Elder},\" said {hero}, \"and a lot of "
     "bruises.\""},
    {"learn.end", "{Hero} was proud, but {elder} was even prouder."},
    {"learn.end",
     "The next spring {hero} taught it to the little ones/n, and {hero.he} never laughed when "
     "one/n of them failed."},
    {"learn.end", "\"You see,\" said {friend}, \"nobody is born a master.\""},
};

}  // namespace

std::span<const LineSource> villageDeedLines() {
    return lines;
}

}  // namespace orrery::stories
