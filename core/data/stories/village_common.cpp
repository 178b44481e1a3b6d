// SPDX-License-Identifier: GPL-3.0-or-later
// The plots of the village, and the lines that several of them share.
#include "core/data/stories/sources.h"

namespace orrery::stories {
namespace {

constexpr PlotSource plots[] = {
    {"lost",
     "hero=village.child friend=village.child weather=village.weather home=village.home "
     "place=village.place elder=village.elder thing=village.treasure thief=village.thief",
     "open lost.have lost.morning sky? lost.notice feel.sad|lost.search lost.meet lost.ask "
     "lost.clue lost.go lost.find lost.joy? lost.trade|lost.end"},
    {"broken",
     "hero=village.child weather=village.weather home=village.home elder=village.elder "
     "toy=village.toy",
     "open broken.have morning? broken.play broken.accident feel.sad? broken.try? broken.ask "
     "broken.deal broken.work broken.mend toy.again elder.treat|late|broken.end"},
    {"errand",
     "hero=village.child friend=village.child weather=village.weather home=village.home "
     "elder=village.elder gift=village.gift obstacle=village.obstacle",
     "open morning? errand.news errand.goal errand.pack? errand.sight errand.try? errand.meet "
     "errand.idea errand.way errand.arrive? errand.joy? elder.treat|errand.end"},
    {"rescue",
     "hero=village.child friend=village.child weather=village.weather home=village.home "
     "place=village.place elder=village.elder animal=village.animal trap=village.trap",
     "open rescue.morning sky? rescue.hear rescue.find feel.pity? rescue.try rescue.meet "
     "rescue.plan? rescue.tool rescue.out rescue.free rescue.care rescue.end?"},
    {"quarrel",
     "hero=village.child friend=village.child weather=village.weather home=village.home "
     "elder=village.elder toy=village.toy",
     "quarrel.open quarrel.have morning? quarrel.want quarrel.words quarrel.pull quarrel.blame "
     "quarrel.alone? quarrel.elder quarrel.sorry quarrel.mend toy.again? "
     "quarrel.share|quarrel.end"},
    {"learn",
     "hero=village.child friend=village.child weather=village.weather home=village.home "
     "elder=village.elder skill=village.skill",
     "open learn.wish learn.first learn.fail learn.laugh? feel.sad? learn.elder learn.tip "
     "learn.practise learn.work? learn.success learn.feat learn.end?"},
};

constexpr LineSource lines[] = {
    {"open",
     "Once there/o was a {hero.trait} {hero.kind} named {hero}. {Hero.he} lived in a "
     "[small|little|white|tidy] [house|cottage] near the {home}."},
    {"open",
     "{Hero} was a {hero.trait} {hero.kind} who lived [near|beside] the {home} with {hero.his} "
     "{hero.family}."},
    {"open", "[Near|Beside] the {home} lived a {hero.trait} {hero.kind} named {hero}."},
    {"open",
     "Everybody in the village knew {hero}, the {hero.trait} {hero.kind} from the "
     "[little|old|white] house near the {home}."},
    {"open",
     "There/o was once a {hero.kind} named {hero}, who lived near the {home}. {Hero.he} was so "
     "{hero.trait} that even the [neighbours|old people] talked about it."},
    {"open",
     "A long time ago a {hero.trait} {hero.kind} named {hero} lived in a village. {Hero.his} house "
     "stood near the {home}."},

    {"morning",
     "One {weather.adj} [morning|day] {hero} [got up early|put on {hero.his} boots|jumped out of "
     "bed] and [ran outside|went out/r]."},
    {"morning",
     "It was a {weather.adj} [morning|day], and {hero} could not stay [indoors|in bed]."},
    {"morning", "On a {weather.adj} [morning|afternoon] {hero} opened the door and went out/r."},
    {"morning", "Then came a {weather.adj} day. After breakfast {hero} hurried outside."},

    {"sky", "{Weather.sky}."},

    {"late", "{Weather.late}."},

    {"feel.sad",
     "{Hero} [felt very sad|was close/r to tears|was so unhappy that {hero.he} could not speak]."},
    {"feel.sad", "Tears ran down {hero.his} cheeks."},
    {"feel.sad",
     "{Hero} sat down on a [stone|step|log] and [sighed|cried|put {hero.his} head in {hero.his} "
     "hands]."},
    {"feel.sad",
     "{Hero.his} heart grew heavy, and {hero.he} [did n't know|had no idea] what to do/v."},

    {"feel.pity", "{Hero} felt sorry for the poor thing."},
    {"feel.pity", "\"Poor little one/n,\" whispered {hero}. \"I will not leave you here.\""},
    {"feel.pity",
     "It was wet and [trembled|shook] all over/r, and {hero.his} heart [ached|beat fast/r]."},
    {"feel.pity", "It looked at {hero} with big, [frightened|shiny] eyes."},

    {"toy.again", "Soon the {toy} {toy.again}."},
    {"toy.again", "Then {hero} tried the {toy}, and it {toy.again}."},
    {"toy.again", "And look! The {toy} {toy.again}."},
    {"toy.again", "The {toy} was whole again and {toy.again}."},

    {"elder.treat", "{Elder} [smiled|laughed] and gave {hero} {elder.treat}."},
    {"elder.treat", "Before/s {hero} went home/r, {elder} gave {hero.him} {elder.treat}."},
    {"elder.treat", "\"You have/x earned this/o,\" said {elder} and brought out {elder.treat}."},
};

}  // namespace

std::span<const PlotSource> villagePlots() {
    return plots;
}
std::span<const LineSource> villageCommonLines() {
    return lines;
}

}  // namespace orrery::stories
