// SPDX-License-Identifier: GPL-3.0-or-later
// The people of the village.
#include "core/data/stories/sources.h"

namespace orrery::stories {
namespace {

constexpr std::string_view girl =
    "kind=girl; "
    "trait=[curious|brave|quiet|cheerful|clever|shy|stubborn|gentle|lively|careful];family=[mother|"
    "father|grandmother|two brothers|three sisters|aunt]";
constexpr std::string_view boy =
    "kind=boy; "
    "trait=[curious|brave|quiet|cheerful|clever|shy|stubborn|gentle|lively|careful];family=[mother|"
    "father|grandfather|two sisters|three brothers|uncle]";

constexpr EntitySource people[] = {
    {"village.child", "Anna", Gender::female, girl},
    {"village.child", "Mila", Gender::female, girl},
    {"village.child", "Rosa", Gender::female, girl},
    {"village.child", "Lily", Gender::female, girl},
    {"village.child", "Nora", Gender::female, girl},
    {"village.child", "Ivy", Gender::female, girl},
    {"village.child", "Tessa", Gender::female, girl},
    {"village.child", "Clara", Gender::female, girl},
    {"village.child", "Tom", Gender::male, boy},
    {"village.child", "Ben", Gender::male, boy},
    {"village.child", "Jonas", Gender::male, boy},
    {"village.child", "Oskar", Gender::male, boy},
    {"village.child", "Hugo", Gender::male, boy},
    {"village.child", "Finn", Gender::male, boy},
    {"village.child", "Leo", Gender::male, boy},
    {"village.child", "Pip", Gender::male, boy},

    // to, at: where to go, and where the elder is; busy: doing what; job, did: how a child can
    // help; treat: what a thankful elder gives; ails: why somebody should bring a present.
    {"village.elder", "the baker", Gender::male,
     "to=to the bakery; at=in the bakery; busy=kneading dough; job=carry the flour "
     "inside;did=carried the flour inside; treat=a warm roll with butter; ails=had/x burned both "
     "hands"},
    {"village.elder", "the miller", Gender::male,
     "to=to the mill; at=at the mill; busy=filling/v sacks with grain; job=sweep the "
     "mill;did=swept the mill; treat=a bag of white flour; ails=had/x hurt {elder.his} back/n"},
    {"village.elder", "the smith", Gender::male,
     "to=to the smithy; at=in the smithy; busy=shaping a horseshoe; job=bring in/r wood for the "
     "fire;did=brought in/r wood for the fire; treat=a lucky horseshoe; ails=had a bad cough"},
    {"village.elder", "the tailor", Gender::male,
     "to=to the tailor's shop; at=in the tailor's shop; busy=sewing a long coat;job=pick up the "
     "pins; did=picked up the pins; treat=a cap with a feather;ails=had been/x working day and "
     "night"},
    {"village.elder", "the old fisherman", Gender::male,
     "to=to the fisherman's hut; at=in front of the fisherman's hut; busy=mending a net;job=wash "
     "the buckets; did=washed the buckets; treat=a smoked fish;ails=was alone and could not walk "
     "far/r"},
    {"village.elder", "Grandpa Emil", Gender::male,
     "to=to Grandpa Emil's house; at=in the kitchen; busy=carving a wooden duck;job=feed the hens; "
     "did=fed the hens; treat=a bowl of cherries; ails=had/x caught a cold/n"},
    {"village.elder",
     "old Mr Reed",
     Gender::male,
     "to=to old Mr Reed's shed; at=in the shed; busy=cleaning a rusty lamp; job=stack the "
     "wood;did=stacked the wood; treat=a cup of sweet tea; ails=felt lonely that/d winter",
     {},
     "cold"},
    {"village.elder", "Grandma Ada", Gender::female,
     "to=to Grandma Ada's cottage; at=by the stove; busy=stirring a pot of jam;job=shell the "
     "beans; did=shelled the beans; treat=a slice of apple cake; ails=was ill in bed"},
    {"village.elder", "Aunt Olga", Gender::female,
     "to=to Aunt Olga's farm; at=in the stable; busy=brushing a grey horse; job=fetch two pails of "
     "water;did=fetched two pails of water; treat=a jug of cream; ails=had/x broken/v {elder.his} "
     "leg"},
    {"village.elder", "the shepherd", Gender::female,
     "to=to the shepherd's fold; at=beside the fold; busy=counting the sheep; job=close/v the "
     "gates;did=closed the gates; treat=a ball of soft wool; ails=was cold and tired"},
    {"village.elder", "the weaver", Gender::female,
     "to=to the weaver's house; at=at the loom; busy=weaving a striped blanket; job=wind/v the "
     "yarn;did=wound/v the yarn; treat=a pair of mittens; ails=had a fever"},
    {"village.elder", "the beekeeper", Gender::female,
     "to=to the beekeeper's garden; at=under the lime trees; busy=painting a hive;job=wash the "
     "jars; did=washed the jars; treat=a piece of honeycomb;ails=had been/x stung by seven bees"},
    {"village.elder", "the teacher", Gender::female,
     "to=to the schoolhouse; at=at a big desk; busy=reading a thick book; job=clean the "
     "windows;did=cleaned the windows; treat=a book with pictures; ails=had/x lost {elder.his} "
     "voice"},
    {"village.elder", "the potter", Gender::female,
     "to=to the pottery; at=at the wheel; busy=making a brown jug; job=carry the clay;did=carried "
     "the clay; treat=a little clay bird; ails=had a terrible headache"},
};

}  // namespace

std::span<const EntitySource> villagePeople() {
    return people;
}

}  // namespace orrery::stories
