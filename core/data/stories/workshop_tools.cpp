// SPDX-License-Identifier: GPL-3.0-or-later
// Tools, fastenings and finishes. A list of needs names what later steps use.
#include "core/data/stories/sources.h"

namespace orrery::stories {
namespace {

constexpr Gender thing = Gender::thing;

constexpr EntitySource tools[] = {
    {"shop.saw", "handsaw", thing, "stroke=long, calm strokes"},
    {"shop.saw", "tenon saw/n", thing, "stroke=short, even/a strokes"},
    {"shop.saw", "bow saw/n", thing, "stroke=slow strokes"},
    {"shop.saw", "jigsaw", thing, "stroke=a steady push/n"},

    {"shop.gauge", "ruler", thing, ""},
    {"shop.gauge", "tape measure/n", thing, ""},
    {"shop.gauge", "folding/a rule/n", thing, ""},

    {"shop.marker", "pencil", thing, "line=thin line"},
    {"shop.marker", "scriber", thing, "line=shallow scratch"},
    {"shop.marker", "stick of chalk", thing, "line=white line"},

    {"shop.joint", "nails", thing,
     "needs=a hammer and [12|16|20|24] nails; first=Bore narrow holes so that the nails do not "
     "split the wood;act=Drive in/r the nails with the hammer; care=Hold the hammer near its end; "
     "wait=Sink/v the heads below the surface"},
    {"shop.joint", "screws", thing,
     "needs=a screwdriver and [8|10|14|18] brass screws; first=Drill/v holes that/o are a little "
     "thinner than the screws;act=Turn/v in/r the screws until their heads are level/a; care=Rub "
     "the threads with soap; wait=Check every screw after an hour"},
    {"shop.joint", "glue", thing,
     "needs=[two|three|four] clamps and a bottle of glue; first=Wipe the dust off both "
     "faces;act=Spread the glue thinly and tighten the clamps; care=Wipe off drops with a damp "
     "cloth; wait=Leave it alone for [6|8|10] hours"},
    {"shop.joint", "pegs", thing,
     "needs=a mallet and [8|12|15] oak pegs; first=Drill/v holes as/r wide as the pegs;act=Tap "
     "in/r the pegs with the mallet; care=Turn/v each peg so that its grain lies across; wait=Saw "
     "off the ends flush"},

    {"shop.finish", "linseed oil", thing,
     "needs=linseed oil and a rag; act=Rub in/r the linseed oil with the rag; dry=two days; "
     "look=deep and warm"},
    {"shop.finish", "varnish", thing,
     "needs=clear varnish and a flat brush/n; act=Brush/v on two coats of clear varnish; "
     "dry=[12|18|24] hours; look=like glass"},
    {"shop.finish", "milk paint", thing,
     "needs=milk paint and a wide brush/n; act=Apply the milk paint with the wide brush/n; "
     "dry=[5|7|9] hours; look=old and friendly"},
    {"shop.finish", "beeswax", thing,
     "needs=beeswax and a woollen pad; act=Polish in/r the beeswax with the woollen pad; dry=one "
     "night; look=soft and silky"},

    {"shop.bowl", "earthenware bowl", thing, ""},
    {"shop.bowl", "steel bowl", thing, ""},
    {"shop.bowl", "wide bowl", thing, ""},

    {"shop.stirrer", "wooden spoon", thing, ""},
    {"shop.stirrer", "whisk", thing, ""},
    {"shop.stirrer", "spatula", thing, ""},

    {"shop.spice", "cinnamon", thing, "", {}, "sweet"},
    {"shop.spice", "nutmeg", thing, ""},
    {"shop.spice", "ginger", thing, "", {}, "sweet"},
    {"shop.spice", "caraway", thing, "", {}, "!sweet"},
    {"shop.spice", "pepper", thing, "", {}, "!sweet"},

    {"shop.colour", "indigo", thing, ""},
    {"shop.colour", "mustard yellow/n", thing, ""},
    {"shop.colour", "olive green/n", thing, ""},
    {"shop.colour", "crimson", thing, ""},
    {"shop.colour", "charcoal", thing, ""},

    {"shop.stitch", "backstitch", thing, "gap=[2|3]"},
    {"shop.stitch", "running stitch/n", thing, "gap=[4|5]"},
    {"shop.stitch", "overcast stitch/n", thing, "gap=[3|4]"},

    {"shop.glaze", "celadon", thing, "look=a pool of sea/n water"},
    {"shop.glaze", "tin white/n", thing, "look=fresh milk"},
    {"shop.glaze", "cobalt", thing, "look=a clear evening"},
    {"shop.glaze", "honey brown/n", thing, "look=dark syrup"},
    {"shop.glaze", "ash grey/n", thing, "look=wet pebbles"},
};

}  // namespace

std::span<const EntitySource> workshopTools() {
    return tools;
}

}  // namespace orrery::stories
