// SPDX-License-Identifier: GPL-3.0-or-later
// Instructions: a title, what is needed, numbered steps in the imperative, a fault and its cure.
#include "core/data/stories/sources.h"

namespace orrery::stories {
namespace {

constexpr PlotSource plots[] = {
    {"wood",
     "project=shop.wooden timber=shop.timber saw=shop.saw gauge=shop.gauge marker=shop.marker "
     "joint=shop.joint finish=shop.finish",
     "wood.title wood.time? wood.needs wood.choose? wood.mark wood.cut wood.sand? wood.hole? "
     "wood.join wood.wait? wood.test? wood.fault wood.finish wood.dry? wood.end"},
    {"kitchen", "dish=shop.dish bowl=shop.bowl stirrer=shop.stirrer spice=shop.spice",
     "cook.title cook.needs cook.tools cook.heat cook.dry cook.spice? cook.wet cook.mix cook.fill "
     "cook.bake cook.check? cook.cool? cook.fault cook.serve"},
    {"cloth", "sewn=shop.sewn colour=shop.colour stitch=shop.stitch gauge=shop.gauge",
     "sew.title sew.needs sew.wash? sew.cut sew.pin sew.hem sew.join sew.detail sew.knot? "
     "sew.fault sew.finish sew.end"},
    {"clay", "pot=shop.clay glaze=shop.glaze",
     "clay.title clay.needs clay.knead clay.build clay.smooth clay.dry clay.fault clay.fire "
     "clay.glaze clay.second|clay.wait clay.end"},
};

constexpr LineSource lines[] = {
    {"wood.title", "How to [make|build] a {project} of {timber}."},
    {"wood.title", "A {project} of {timber}, step by step."},
    {"wood.title", "Plan: {timber} {project}."},
    {"wood.time", "Working time: [three|four|five|six] hours, without drying."},
    {"wood.time", "For [beginners|patient hands|two people]."},
    {"wood.needs",
     "\nYou need: [some|enough] {timber}, a {saw}, a {gauge}, a {marker}, {joint.needs}, "
     "sandpaper, {finish.needs}."},
    {"wood.needs",
     "\nTools: a {saw}, a {gauge}, a {marker}. Material: planed {timber}, sandpaper, "
     "{joint.needs}, {finish.needs}."},
    {"wood.choose",
     "\n#. Choose {timber} without knots. Its grain is {timber.grain}, so [sharpen your blades "
     "first/r|take your time]."},
    {"wood.choose",
     "\n#. Look along each plank. Put aside what is [bent|split/a|twisted], because {timber} will "
     "not straighten by itself."},
    {"wood.mark",
     "\n#. Measure the {project.part} with the {gauge} ({project.long} centimetres) and draw a "
     "{marker.line} with the {marker}."},
    {"wood.mark",
     "\n#. The {project} has/v {project.parts}. Use the {gauge} and the {marker}: {project.long} "
     "centimetres for the {project.part}."},
    {"wood.cut",
     "\n#. Saw beside the line, not on it. With {saw.stroke} the {saw} stays straight."},
    {"wood.cut",
     "\n#. Fix the {timber} to the table and cut the {project.part} with the {saw}. Use "
     "{saw.stroke}."},
    {"wood.sand", "\n#. Sand/v all edges until nothing pricks your palm."},
    {"wood.sand", "\n#. Round/v the corners with sandpaper, first/r coarse, then fine."},
    {"wood.hole", "\n#. {Joint.first}."},
    {"wood.hole", "\n#. Lay out the parts as they will stand. {Joint.first}."},
    {"wood.join", "\n#. Now {project.shape}. {Joint.act}. {Joint.care}."},
    {"wood.join", "\n#. {Joint.act}: {project.shape} and keep everything square. {Joint.care}."},
    {"wood.wait", "\n#. {Joint.wait}."},
    {"wood.test", "\n#. Test/v the {project}: {project.test}."},
    {"wood.test", "\n#. Before/s you go on/r, {project.test}."},
    {"wood.fault",
     "\nFault: the {project} {project.flaw}. Cause: {project.why}. Remedy: {project.cure} and "
     "test/v it again."},
    {"wood.fault", "\nIf the {project} {project.flaw}, {project.why}. Then {project.cure}."},
    {"wood.fault",
     "\nDon't worry if the {project} {project.flaw}. Usually {project.why}. Just {project.cure}, "
     "and try once more/r."},
    {"wood.finish", "\n#. {Finish.act}, always along the grain."},
    {"wood.finish", "\n#. Remove the dust. {Finish.act}."},
    {"wood.dry", "\n#. Let the {finish} dry/v for {finish.dry}."},
    {"wood.dry",
     "\n#. Wait {finish.dry} before/s you touch it, because {finish} dries slowly on {timber}."},
    {"wood.end",
     "\nThe {timber.tone} {timber} will look {finish.look}, and your {project} is ready for "
     "{project.use}."},
    {"wood.end",
     "\nFinished! Use the {project} for {project.use}. With {finish} on it, the {timber} looks "
     "{finish.look}."},
    {"wood.end", "\nTip: save the offcuts of {timber}. Small pieces make good wedges."},

    {"cook.title", "Recipe: {dish} with {spice}."},
    {"cook.title", "{Dish}, the way of [my grandmother|the old mill|our street]."},
    {"cook.title", "How to bake {dish}."},
    {"cook.title", "{Dish} for [four|six|eight] people."},
    {"cook.needs", "\nIngredients: {dish.needs}, and a [pinch|knife tip] of {spice}."},
    {"cook.needs", "\nWeigh out {dish.needs}. You also need some {spice}."},
    {"cook.tools", "Equipment: a {bowl}, a {stirrer} and a {dish.vessel}."},
    {"cook.tools", "Have a {bowl}, a {stirrer} and a greased {dish.vessel} at hand."},
    {"cook.heat", "\n#. Heat the oven to {dish.heat} degrees."},
    {"cook.heat", "\n#. Preheat the oven ({dish.heat} degrees) and grease the {dish.vessel}."},
    {"cook.dry", "\n#. Put {dish.dry} into the {bowl}."},
    {"cook.dry", "\n#. Combine {dish.dry} in the {bowl} and make a hollow/n in the middle/n."},
    {"cook.spice", "\n#. Season with {spice}. Less is more/n."},
    {"cook.spice", "\n#. Grind the {spice} and sprinkle it over the top."},
    {"cook.wet", "\n#. Add {dish.wet}, little by little."},
    {"cook.wet", "\n#. Stir in/r {dish.wet} with the {stirrer}."},
    {"cook.mix",
     "\n#. Mix/v until the {dish.mix} is [even/a|smooth] and no dry spots are left/v. Let it "
     "rest/v for [ten|fifteen|twenty] minutes."},
    {"cook.mix",
     "\n#. Beat the {dish.mix} with the {stirrer} for [three|five] minutes. If the {dish.mix} "
     "sticks to the {bowl}, add a little flour."},
    {"cook.fill", "\n#. Spoon/v the {dish.mix} {dish.into} the {dish.vessel} and level/v it."},
    {"cook.fill", "\n#. Pour or scrape the {dish.mix} {dish.into} the {dish.vessel}."},
    {"cook.bake",
     "\n#. Bake for {dish.time} minutes on the middle rack. Do not open/v the oven too soon."},
    {"cook.bake", "\n#. Slide the {dish.vessel} into the oven and bake for {dish.time} minutes."},
    {"cook.check", "\n#. You know that the baking is over/r when {dish.done}."},
    {"cook.check", "\n#. Stop only when {dish.done}. If not, give it five more/a minutes."},
    {"cook.cool", "\n#. Cool/v on a wire rack, covered with a towel."},
    {"cook.cool", "\n#. Loosen the edge with a knife and cool/v for half an hour."},
    {"cook.fault", "\nToo {dish.flaw}? Perhaps {dish.why}. {Dish.cure}."},
    {"cook.fault", "\nIf the result is {dish.flaw}, {dish.why}. {Dish.cure}."},
    {"cook.serve", "\nServe with {dish.serve}."},
    {"cook.serve", "\nTastes best/r lukewarm, with {dish.serve}."},
    {"cook.serve",
     "\nKeeps for [two|three|four] days in a covered dish, if anyone lets it. Goes well/r with "
     "{dish.serve}."},

    {"sew.title", "Pattern: {sewn} of {colour} {sewn.cloth}."},
    {"sew.title", "How to sew a {sewn}."},
    {"sew.title", "A {sewn} for [rainy Sundays|a beginner|a present]."},
    {"sew.needs",
     "\nMaterial: {sewn.cloth} in {colour} ({sewn.size} centimetres), {sewn.extra}, "
     "[strong|waxed|grey] thread, pins, a needle, scissors and a {gauge}."},
    {"sew.needs",
     "\nGet {sewn.size} centimetres of {sewn.cloth} in {colour}, {sewn.extra}, a reel of "
     "[strong|black|white] thread, a needle, pins, scissors and a {gauge}."},
    {"sew.wash", "\n#. Wash the {sewn.cloth} first/r, because it shrinks."},
    {"sew.wash",
     "\n#. Soak the {sewn.cloth} in cold water with vinegar so that the {colour} stays fast."},
    {"sew.cut",
     "\n#. Mark/v the size with the {gauge} and a piece of soap, then cut the {sewn.cloth}."},
    {"sew.cut", "\n#. Check the size with the {gauge} and cut the {sewn.cloth} along the thread."},
    {"sew.cut",
     "\n#. Cut out the {sewn.cloth} with sharp scissors and leave [two|three] centimetres for "
     "seams."},
    {"sew.pin", "\n#. Fold the edges inward and pin/v them every [five|six|eight] centimetres."},
    {"sew.pin",
     "\n#. Turn/v the edges in/r twice, [one|two] centimetres each time, and pin/v them down."},
    {"sew.pin", "\n#. Press the edges over with your nail and fasten them with pins."},
    {"sew.hem",
     "\n#. Hem/v all round/r in {stitch}, {stitch.gap} millimetres a stitch/n. Remove the pins as "
     "you go."},
    {"sew.hem",
     "\n#. Thread/v the needle and sew the hem in {stitch}. Each stitch/n is {stitch.gap} "
     "millimetres long."},
    {"sew.join", "\n#. {Sewn.join}."},
    {"sew.detail", "\n#. {Sewn.detail}."},
    {"sew.knot", "\n#. Secure each end with a double knot and trim/v the thread."},
    {"sew.knot", "\n#. Pull the thread through twice, knot/v it and snip it off."},
    {"sew.fault", "\nTrouble? If the {sewn} {sewn.flaw}, {sewn.cure}."},
    {"sew.fault", "\nA {sewn} that/o {sewn.flaw} is no disaster: {sewn.cure}."},
    {"sew.finish", "\n#. {Sewn.finish}."},
    {"sew.end", "\nWell-made, a {sewn} of {sewn.cloth} lasts for many years."},
    {"sew.end", "\nA {sewn} like this takes [two|three|four] evenings."},
    {"sew.end", "\nThe scraps of {sewn.cloth} make [a pincushion|a patch|a doll's blanket]."},
    {"sew.end", "\nCare: wash at [30|40] degrees with similar colours."},
    {"sew.end",
     "\nVariant: in another shade than {colour} the {sewn} makes a nice matching set/n."},

    {"clay.title", "How to make a {pot} of clay."},
    {"clay.title", "Pottery lesson: a {pot} with {glaze} glaze."},
    {"clay.title", "A {pot} for [slow evenings|small hands|a shelf by the window]."},
    {"clay.title", "A clay {pot} without a wheel."},
    {"clay.needs",
     "\nYou need: [600|800|900] grams of clay, a board, a {pot.tool}, a cup of slip and {glaze} "
     "glaze."},
    {"clay.needs",
     "\nPrepare a {pot.tool}, a board, {glaze} glaze, some slip and [500|700] grams of clay."},
    {"clay.knead",
     "\n#. Knead the clay on the board for [five|six|eight|ten] minutes to drive out/r the air. "
     "Form a ball."},
    {"clay.knead",
     "\n#. Throw the lump onto the board [twenty|thirty] times, then shape it into a ball."},
    {"clay.build", "\n#. {Pot.build}. The wall should be about [6|7|8] millimetres thick."},
    {"clay.build", "\n#. {Pot.build}. Turn/v the {pot} often so that no side gets thin."},
    {"clay.smooth", "\n#. Smooth/v the {pot.rim} with the {pot.tool}."},
    {"clay.smooth", "\n#. Dip the {pot.tool} in water and go over the {pot.rim} and the inside."},
    {"clay.dry", "\n#. Dry/v the {pot} in the shade for [three|four|seven] days, upside down."},
    {"clay.dry", "\n#. Cover/v the {pot} loosely and let it dry/v for [four|five|six] days."},
    {"clay.fault", "\nIf the {pot} {pot.flaw}, {pot.why}. In that/d case {pot.cure}."},
    {"clay.fault", "\nA common fault: the {pot} {pot.flaw}, since/s {pot.why}. So {pot.cure}."},
    {"clay.fire", "\n#. Fire/v it at 950 degrees and let the kiln cool/v overnight."},
    {"clay.fire",
     "\n#. First firing: 900 degrees, [seven|eight|nine] hours. Do not open/v the kiln while it is "
     "hot."},
    {"clay.glaze",
     "\n#. Stir the {glaze} glaze and dip the {pot} for [two|three] seconds. Keep the foot bare."},
    {"clay.glaze", "\n#. Pour {glaze} glaze over the {pot} and wipe the foot with a sponge."},
    {"clay.second", "\n#. Second firing: [1050|1100|1200] degrees."},
    {"clay.second", "\n#. Fire/v it again, this time at [1060|1150] degrees."},
    {"clay.wait", "\n#. Be patient. Whoever lifts the lid too early hears it ping and crack/v."},
    {"clay.end", "\nThe {glaze} glaze looks like {glaze.look}. Use the {pot} for {pot.use}."},
    {"clay.end",
     "\nNow try [a set/n of six|a smaller one/n|one/n with a lid]. {Glaze} looks like "
     "{glaze.look}, but [blue|red] suits clay as/r well/r."},
    {"clay.end",
     "\nNo/d two are alike: each {pot} keeps the print of your thumbs. Good for {pot.use}."},
};

}  // namespace

std::span<const LineSource> workshopLines() {
    return lines;
}
std::span<const PlotSource> workshopPlots() {
    return plots;
}

}  // namespace orrery::stories
