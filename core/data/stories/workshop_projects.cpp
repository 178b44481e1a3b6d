// SPDX-License-Identifier: GPL-3.0-or-later
// What the workshop makes: of wood, of cloth, of clay, in the kitchen; and what goes wrong with it.
#include "core/data/stories/sources.h"

namespace orrery::stories {
namespace {

constexpr Gender thing = Gender::thing;

constexpr EntitySource projects[] = {
    // part: what is cut; parts: with their number; shape: how they meet; use: what it is for.
    {"shop.wooden", "stool", thing,
     "parts=one round/a seat and three legs; part=legs; long=[35|40|45]; shape=stand the legs in "
     "the holes of the seat;test=sit down on it; use=milking, reading or lacing shoes; "
     "flaw=rocks/v; why=one leg is longer than the others/n;cure=file/v a little off the long leg"},
    {"shop.wooden", "shelf", thing,
     "parts=two sides and three boards; part=boards; long=[60|75|90]; shape=set the boards between "
     "the sides;test=load/v it with heavy books; use=jars, books or shoes; flaw=leans; why=the "
     "corners are not square;cure=nail/v a thin strip across the back/n"},
    {"shop.wooden", "nesting box", thing,
     "parts=four walls, a floor and a sloping lid; part=walls; long=[15|18|20]; shape=stand the "
     "walls round the floor;test=pour a cup of water over the lid; use=tits, wrens or sparrows; "
     "flaw=drips; why=the lid is too short;cure=glue/v a strip of rubber along the hinge"},
    {"shop.wooden", "tool chest", thing,
     "parts=four sides, a bottom and a lid; part=sides; long=[50|60|70]; shape=join the sides "
     "round the bottom;test=lift/v it by the handles; use=planes, files/n and drills/n; "
     "flaw=sticks; why=the lid has/x swollen;cure=shave the edge with a plane"},
    {"shop.wooden", "ladder", thing,
     "parts=two rails and six rungs; part=rungs; long=[30|35|40]; shape=push the rungs into the "
     "rails;test=climb the lowest rung first/r; use=apples, gutters and attics; flaw=wobbles; "
     "why=a rung is loose/a;cure=drive a thin wedge beside the rung"},
    {"shop.wooden", "tray", thing,
     "parts=one flat base and four low/a edges; part=edges; long=[25|30|40]; shape=fit/v the edges "
     "round the base;test=carry four full glasses on it; use=tea, toast/n or seedlings; "
     "flaw=warps; why=the wood was too damp;cure=clamp it flat between two boards for a day"},
    {"shop.wooden", "bench", thing,
     "parts=one long plank and two trestles; part=trestles; long=[40|45|50]; shape=lay the plank "
     "on the trestles;test=invite two grown guests to sit; use=the garden, the porch or the hall; "
     "flaw=creaks; why=the joints rub;cure=work/v some soap into the joints"},

    {"shop.timber", "pine", thing, "grain=soft; tone=pale"},
    {"shop.timber", "oak", thing, "grain=hard; tone=brown"},
    {"shop.timber", "beech", thing, "grain=even/a; tone=reddish"},
    {"shop.timber", "ash", thing, "grain=springy; tone=whitish"},
    {"shop.timber", "larch", thing, "grain=resinous; tone=golden"},
    {"shop.timber", "maple", thing, "grain=fine; tone=creamy"},

    // Cooking: base: first thing; method and time follow the dish.
    {"shop.dish", "rye bread", thing,
     "needs=[400|450|500] grams of rye flour, [8|10] grams of salt, 20 grams of yeast and 350 "
     "millilitres of warm water;dry=the flour and the salt; wet=the yeast and the water; "
     "mix=dough; vessel=loaf tin; into=into; heat=220; time=50; done=it sounds hollow when you tap "
     "its base;flaw=heavy and wet; why=the yeast was too old; cure=Toast thin slices of it, and "
     "buy fresh yeast; serve=butter and radishes"},
    {"shop.dish", "plum cake", thing,
     "needs=[250|300|350] grams of flour, [120|150] grams of sugar, 2 eggs and [700|800|900] grams "
     "of plums;dry=the flour and the sugar; wet=the eggs and the halved plums; mix=batter; "
     "vessel=cake tin; into=into; heat=180; time=45; done=a skewer comes out/r clean;flaw=soggy; "
     "why=the plums were too juicy; cure=Scatter crumbs under the fruit next time; serve=whipped "
     "cream",
     "sweet"},
    {"shop.dish", "cheese scones", thing,
     "needs=[250|300|350] grams of flour, [50|60|70] grams of butter, [100|120|150] grams of "
     "cheese and 150 millilitres of milk;dry=the flour and the diced butter; wet=the milk and the "
     "grated cheese; mix=dough; vessel=baking sheet; into=onto; heat=220; time=15; done=the tops "
     "are golden;flaw=tough; why=the dough was kneaded too long/r; cure=Handle/v it gently next "
     "time; serve=onion chutney"},
    {"shop.dish", "oat biscuits", thing,
     "needs=[150|200|250] grams of oats, [80|100] grams of sugar, 80 grams of butter and 1 "
     "egg;dry=the oats and the sugar; wet=the melted butter and the egg; mix=paste; vessel=baking "
     "sheet; into=onto; heat=175; time=12; done=the rims turn/v brown;flaw=crumbly; why=the paste "
     "was too dry; cure=Add a spoonful of milk; serve=a pot of cocoa",
     "sweet"},
    {"shop.dish", "potato pie", thing,
     "needs=[600|700|800] grams of potatoes, [120|150|200] grams of cheese, 100 millilitres of "
     "cream and 1 leek;dry=the sliced potatoes and the leek; wet=the cream and the grated cheese; "
     "mix=filling; vessel=pie dish; into=into; heat=190; time=60; done=a fork slides in/r without "
     "effort;flaw=watery; why=the potatoes were not drained; cure=Leave it in the oven with the "
     "door ajar; serve=pickled cucumbers"},
    {"shop.dish", "corn muffins", thing,
     "needs=[150|180|200] grams of cornmeal, [100|120] grams of flour, 2 eggs and 250 millilitres "
     "of buttermilk;dry=the cornmeal and the flour; wet=the eggs and the buttermilk; mix=batter; "
     "vessel=muffin tin; into=into; heat=200; time=18; done=they spring/v back under a "
     "finger;flaw=flat; why=the batter stood too long/r; cure=Fold in/r a pinch of baking powder; "
     "serve=beans and bacon"},

    {"shop.sewn", "apron", thing,
     "cloth=linen; size=[70|80|90] by [60|70]; extra=two ribbons, each 70 centimetres long; "
     "join=Sew the ribbons to the upper corners;detail=Stitch a pocket onto the front; "
     "finish=Iron/v it flat; flaw=puckers; cure=unpick the seam and use a looser stitch/n"},
    {"shop.sewn", "cushion", thing,
     "cloth=velvet; size=[50|60] by [40|45|50]; extra=400 grams of feathers; join=Sew three sides "
     "and leave the fourth open;detail=Stuff it with the feathers, but not too tightly; "
     "finish=Close/v the gap by hand; flaw=sheds feathers;cure=sew a second lining of cotton "
     "inside"},
    {"shop.sewn", "tote bag", thing,
     "cloth=canvas; size=[35|40|45] by [80|90]; extra=two straps of webbing; join=Fold it in half "
     "and sew both sides;detail=Box the corners and fasten the straps with a cross/n of stitches; "
     "finish=Turn/v it right/a side out;flaw=sags; cure=slip/v a piece of cardboard into the "
     "bottom"},
    {"shop.sewn", "curtain", thing,
     "cloth=cotton; size=[120|140] by [180|200|220]; extra=12 brass rings; join=Turn/v the upper "
     "edge over a tape and sew it;detail=Attach one ring every 12 centimetres; finish=Steam/v "
     "out/r the creases; flaw=hangs crooked;cure=let it hang for two days before/s you hem/v it "
     "again"},
    {"shop.sewn", "hot water bottle cover", thing,
     "cloth=fleece; size=[25|30] by [60|70]; extra=3 large buttons; join=Fold the fleece round the "
     "bottle and sew the sides;detail=Cut and bind three buttonholes; finish=Sew on the buttons; "
     "flaw=is too tight/a;cure=cut a narrow strip and let it into each side"},

    {"shop.clay", "bowl", thing,
     "build=Press a hollow/n into the ball with your thumbs and pinch/v the wall thinner; "
     "tool=sponge; rim=rim;flaw=cracks; why=it dried too quickly; cure=cover/v it with a damp rag; "
     "use=fruit, nuts or porridge"},
    {"shop.clay", "vase", thing,
     "build=Roll/v coils as/r thick as a pencil and lay them in rings, one upon another; "
     "tool=wooden rib; rim=neck;flaw=leaks/v; why=two coils did not join; cure=smear slip into the "
     "gap and smooth/v it; use=tulips or dry grasses"},
    {"shop.clay", "mug", thing,
     "build=Roll/v a slab, wrap it round a tube, close/v the seam and attach a handle; tool=knife; "
     "rim=lip;flaw=drops/v its handle; why=the handle was drier than the mug; cure=score both ends "
     "and press them on with slip; use=coffee, cocoa or pens"},
    {"shop.clay", "plate", thing,
     "build=Roll/v a slab and lay it over a shallow dish; tool=rubber scraper; rim=edge; "
     "flaw=curls; why=the edge dried before/s the middle/n; cure=weigh the edge down with a ring "
     "of sand; use=olives, biscuits or keys"},
    {"shop.clay", "butter dish", thing,
     "build=Cut a long slab, bend it into a box and close/v the corners; tool=thin brush/n; "
     "rim=lid; flaw=jams; why=the lid shrank more/r than the box; cure=dry/v both parts together "
     "next time; use=butter, of course, or for paper clips"},
    {"shop.clay", "tile", thing,
     "build=Press the clay into a square frame and scratch a pattern into it; tool=ruler; "
     "rim=border; flaw=bends; why=one side dried in the sun; cure=lay it between two planks; "
     "use=hot pans or a wall"},
    {"shop.clay", "candle holder", thing,
     "build=Flatten the ball into a disc and raise a ring in the middle/n; tool=damp sponge; "
     "rim=edge;flaw=tilts; why=the base is uneven; cure=rub the base on wet sandpaper; use=the "
     "window or the bath"},
    {"shop.clay", "flowerpot", thing,
     "build=Press a slab into a plaster mould and trim/v the top; tool=wire loop; "
     "rim=rim;flaw=bursts in the kiln; why=air was trapped in the wall; cure=knead the next lump "
     "twice as/r long/r; use=herbs or a cactus"},
};

}  // namespace

std::span<const EntitySource> workshopProjects() {
    return projects;
}

}  // namespace orrery::stories
