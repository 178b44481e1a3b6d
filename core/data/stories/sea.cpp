// SPDX-License-Identifier: GPL-3.0-or-later
// Log books: dated entries in the present tense.
#include "core/data/stories/sources.h"

namespace orrery::stories {
namespace {

constexpr PlotSource plots[] = {
    {"storm",
     "ship=sea.ship captain=sea.captain home=sea.port port=sea.port cargo=sea.cargo "
     "month=sea.month day=sea.day wind=sea.wind mate=sea.mate hand=sea.hand damage=sea.damage",
     "sea.title sea.first sea.sail|sea.aim? storm.sign storm.ready? sea.second storm.hit "
     "storm.damage storm.act storm.wait? sea.third storm.over storm.repair storm.test|sea.close"},
    {"fog",
     "ship=sea.ship captain=sea.captain home=sea.port port=sea.port cargo=sea.cargo "
     "month=sea.month day=sea.day wind=sea.wind mate=sea.mate hand=sea.hand",
     "sea.title sea.first sea.sail|sea.aim? fog.comes fog.blind? fog.act sea.second fog.shoal "
     "fog.depth? fog.anchor fog.wait? sea.third fog.lifts fog.away sea.close?"},
    {"calm",
     "ship=sea.ship captain=sea.captain home=sea.port port=sea.port cargo=sea.cargo "
     "month=sea.summer day=sea.day wind=sea.wind mate=sea.mate hand=sea.hand",
     "sea.title calm.first calm.still calm.idle? calm.water calm.ration sea.second calm.worse "
     "calm.try|calm.cloud sea.third calm.rain calm.fill calm.wind sea.close?"},
    {"leak",
     "ship=sea.ship captain=sea.captain home=sea.port port=sea.port cargo=sea.cargo "
     "month=sea.month day=sea.day wind=sea.wind mate=sea.mate hand=sea.hand",
     "sea.title sea.first sea.sail? leak.found leak.pump leak.fear? sea.second leak.search "
     "leak.cause leak.patch leak.hold? sea.third leak.dry leak.reward|sea.close"},
    {"castaways",
     "ship=sea.ship captain=sea.captain home=sea.port port=sea.port cargo=sea.cargo "
     "month=sea.month day=sea.day wind=sea.wind mate=sea.mate hand=sea.hand stranger=sea.stranger",
     "sea.title sea.first sea.sail? cast.sight cast.turn cast.lower sea.second cast.tale cast.care "
     "cast.berth? sea.third cast.thanks cast.debt|sea.close"},
    {"sick",
     "ship=sea.ship captain=sea.captain home=sea.port port=sea.port cargo=sea.cargo "
     "month=sea.month day=sea.day wind=sea.wind mate=sea.mate hand=sea.hand ail=sea.ail",
     "sea.title sea.first sea.sail|sea.aim? sick.falls sick.duty? sick.cure sea.second sick.worse "
     "sick.watch? sick.turn sea.third sick.better sick.back sea.close?"},
    {"ice",
     "ship=sea.ship captain=sea.captain home=sea.port port=sea.port cargo=sea.cargo "
     "month=sea.winter day=sea.day wind=sea.wind mate=sea.mate hand=sea.hand",
     "sea.title sea.first sea.sail? ice.signs ice.near ice.watch? sea.second ice.shut "
     "ice.poles|ice.cut sea.third ice.lead ice.clear ice.birds|sea.close"},
};

constexpr LineSource lines[] = {
    {"sea.title",
     "Log of the {ship}, [a {ship.rig}|{ship.rig}], Captain {captain}. From {home} to {port} with "
     "{cargo.load}."},
    {"sea.title",
     "Journal of the {ship.rig} {ship}. Master: {captain}. Bound/a from {home} to {port}. Cargo: "
     "{cargo.load}."},
    {"sea.title",
     "The {ship}, {home} to {port}. Captain {captain} keeps this log. In the hold/n: "
     "{cargo.load}."},

    {"sea.first",
     "\n{day} {month}, day {day.count}. Wind {wind}, [light|fresh|steady]. [Sea/n slight|Sea/n "
     "smooth|Long swell/n]."},
    {"sea.first",
     "\n{day} {month}, day {day.count}. [Fair weather|Clear sky|High cloud]. Wind {wind}, "
     "[three|four|five] knots by the log."},
    {"calm.first",
     "\n{day} {month}, day {day.count}. Wind {wind}, but [failing|dying|faint]. [Sea/n smooth|High "
     "cloud|Clear sky]."},
    {"sea.second",
     "\n{day.second} {month}, day {day.next}. [Dawn|Forenoon|Noon|Dog watch/n|Midnight]."},
    {"sea.third",
     "\n{day.third} {month}, day {day.last}. [Dawn|Forenoon|Noon|Dog watch/n|Sunset]."},

    {"sea.sail",
     "We steer {wind.course} under [full sail/n|topsails|all plain sail/n]. {Mate.rank} {mate} "
     "has/v the watch/n."},
    {"sea.sail",
     "Course {wind.course}. {Mate} takes the helm at [four|eight] bells, and {hand}, our "
     "{hand.young} {hand.rank}, [coils the lines|trims the lamps|scrubs the deck]."},
    {"sea.sail",
     "The {wind.cold} {wind.from} breeze [holds|freshens], and the {ship.rig} heels and runs "
     "{wind.course}. {Hand}, the {hand.rank}, sings at the capstan."},

    {"sea.aim", "The owners expect the {cargo} in {port} before/s the [month|moon] is out/r."},
    {"sea.aim", "If this wind lasts, we raise {port} in [six|eight|nine] days."},
    {"sea.aim", "The merchants of {port} pay double if we bring the {cargo} before our rivals."},

    // Storm.
    {"storm.sign",
     "The barometer drops/v [fast/r|without pause/n]. {Mate} points at a black bank of cloud to "
     "the {wind}."},
    {"storm.sign",
     "Towards evening a ring lies round the moon, and the swell/n grows. \"[Dirty weather|A gale] "
     "is coming,\" says {mate}."},
    {"storm.ready",
     "All hands reef/v the topsails and batten the hatches. {Hand} lashes down the {cargo}."},
    {"storm.ready",
     "I order/v two reefs in the mainsail. {Hand} checks the lashings in the hold/n, because "
     "loose/a {cargo} could sink/v us."},
    {"storm.hit",
     "The gale is upon us. Green seas/n break over the bow, and nobody can hear an order."},
    {"storm.hit",
     "It blows a full gale from the {wind}. The {ship.rig} rolls until her yards touch the foam."},
    {"storm.damage", "{Damage.hurt}.", {}, "damaged"},
    {"storm.damage", "At two bells there/o is a crash. {Damage.hurt}.", {}, "damaged"},
    {"storm.act",
     "{Mate} crawls forward with an axe and a rope, clears the wreckage, and comes back soaked but "
     "grinning."},
    {"storm.act",
     "{Mate} and {hand} tie themselves together and secure what is left/v. {Mate.his} hands are "
     "raw."},
    {"storm.act",
     "We cannot repair it in this sea/n. {Mate} rigs a line so that no one/o is lost."},
    {"storm.wait", "We run before the wind under bare poles and pour oil on the water. It helps."},
    {"storm.wait", "We heave to and wait. The pumps clank all night."},
    {"storm.over",
     "The storm has/x blown itself out/r. A weak sun breaks through, and steam rises from the wet "
     "deck."},
    {"storm.over", "Wind down/r to a breeze. We count heads: all/o are aboard/r, thank God."},
    {"storm.repair", "With {damage.means}, {hand} {damage.repair}.", {}, "-damaged"},
    {"storm.repair",
     "{Hand} asks for {damage.means}. Then {hand.he} {damage.repair}. It takes five hours.",
     {},
     "-damaged"},
    {"storm.test", "We try {damage.what} at noon. It holds."},
    {"storm.test",
     "I inspect {damage.what} myself. The work/n is sound, and {hand} earns a double ration."},
    {"storm.test",
     "By sunset {damage.what} is as/r strong as before/r, and {mate} shakes {hand} by the hand."},

    // Fog.
    {"fog.comes", "At six bells fog rolls in/r from the {wind}, thick and silent."},
    {"fog.comes", "A white wall stands ahead. Ten minutes later we are inside it."},
    {"fog.blind", "From the helm I cannot see the bowsprit. The sails/n drip."},
    {"fog.blind", "We hear surf, but nobody can say from which side."},
    {"fog.act",
     "I shorten sail/n and send {hand} forward with the bell. {Hand.he} strikes it every minute."},
    {"fog.act", "{Hand} blows the horn from the bow, and {mate} listens for an echo."},
    {"fog.shoal",
     "{Hand} shouts from the bow. Breakers! {Mate} throws the wheel over/r, and black rocks slide "
     "past/r an oar's length away."},
    {"fog.shoal",
     "A grinding/a noise under the keel. \"Hard over/r!\" calls {mate}, and the {ship.rig} scrapes "
     "along a reef/n and floats free."},
    {"fog.depth",
     "{Mate} casts the lead/n: [seven|six] fathoms, then [five|four], then three. {Mate.he} finds "
     "sand and broken shells on the tallow."},
    {"fog.depth",
     "The lead/n shows [six|five] fathoms and shoaling. \"Too close/r,\" says {mate}."},
    {"fog.anchor", "We let go the anchor. It bites, and the cable comes taut."},
    {"fog.anchor",
     "I give the order to anchor/v. The chain roars out/r, and then all/o is still/a."},
    {"fog.wait",
     "Nobody sleeps. {Hand} keeps the bell going, and {mate} marks the tide on the chart."},
    {"fog.wait", "We wait with boats ready. The tide turns/v, and the {ship.rig} swings gently."},
    {"fog.lifts",
     "The fog lifts like a curtain. To port/n lies the reef/n, to starboard the open channel."},
    {"fog.lifts",
     "A breeze from the {wind} tears/v the fog to rags. We see a lighthouse, {port} bearing/v "
     "{wind.course}."},
    {"fog.away", "{Mate} takes a bearing, corrects the chart, and we weigh anchor."},
    {"fog.away",
     "Up/r anchor. {Hand} has/v no voice left/v, but {hand.he} gets the first mug of cocoa."},

    // Calm.
    {"calm.still",
     "No wind since the last watch/n. The sails/n hang like washing/n, and the sea/n is glass."},
    {"calm.still",
     "Dead calm/n. The {ship.rig} lies [on her own image|like a painted ship] and does/x not "
     "answer the helm."},
    {"calm.idle",
     "The crew whistles for a wind, {hand} fishes over the rail, and {mate} mends a boot."},
    {"calm.idle",
     "Turtles drift past/r. {Hand} tries to net/v one/n and falls in/r, to great laughter."},
    {"calm.water",
     "{Mate} opens the last row of casks and finds two empty. A stave was rotten. Fresh water for "
     "nine days."},
    {"calm.water",
     "{Hand} reports that the water smells. We pour one cask away, and only four are left/v."},
    {"calm.ration", "From today each sailor gets one pint. I take the same."},
    {"calm.ration",
     "I put a lock on the casks and give {mate} the key. {Mate.he} likes the duty little."},
    {"calm.worse", "Still no wind. The pitch melts between the planks, and tongues are dry."},
    {"calm.worse", "Heat/n and silence. Two sailors quarrel over a cup, and {mate} parts/v them."},
    {"calm.try",
     "We lower the boats and tow/v the {ship.rig} for three hours. We gain one mile, and lose it "
     "to the current."},
    {"calm.try",
     "{Hand} spreads canvas for dew and wrings out/r half a bucket. It tastes of tar, but we drink "
     "it."},
    {"calm.cloud", "At dusk {hand} sees one small cloud in the {wind}. Nobody says a word."},
    {"calm.cloud", "{Mate} taps the barometer. \"It moves,\" {mate.he} says."},
    {"calm.rain", "Rain! It falls in ropes, and the whole crew stands on deck with open mouths."},
    {"calm.rain", "Thunder before breakfast, then rain, hard and sweet."},
    {"calm.fill",
     "We stretch every sail/n and fill [eleven|nine|twelve] casks. {Hand} fills {hand.his} boots "
     "as/r well/r."},
    {"calm.fill",
     "{Hand} and {mate} fill cask after cask. I unlock the rest/n and pour them a full mug."},
    {"calm.wind", "And behind the rain comes the wind. We steer {wind.course} again."},
    {"calm.wind", "With the squall comes a breeze from the {wind}, and the {ship.rig} wakes."},

    // Leak.
    {"leak.found",
     "{Hand} comes up/r pale from below/r. There/o are two feet of water in the hold/n.",
     {},
     "leaking"},
    {"leak.found",
     "At noon the {ship.rig} feels heavy. {Mate} sounds the well/n: [twenty|thirty] inches, and "
     "rising.",
     {},
     "leaking"},
    {"leak.pump", "All hands to the pumps, in turns of half an hour."},
    {"leak.pump", "We pump/v, and still it gains on us, an inch every hour."},
    {"leak.fear", "If the {cargo} gets wet, the voyage is ruined; if the leak grows, so are we."},
    {"leak.fear",
     "Some of the crew look at the boats. I tell them the {ship} has/x carried us this far/r and "
     "will carry us on/r."},
    {"leak.search",
     "{Hand} climbs down between the cargo with a lantern and listens to the planks."},
    {"leak.search",
     "We shift half the {cargo} to reach the frames. {Hand} crawls along the keel with a candle."},
    {"leak.cause",
     "At last {hand.he} finds it: a seam has/x opened where we touched the quay in {home}."},
    {"leak.cause", "{Hand.he} hears it first. Worms have/x eaten a hole, no wider than a coin."},
    {"leak.patch",
     "{Mate} draws a sail/n under the hull from outside, while {hand} drives/v in/r oakum and hot "
     "tar.",
     {},
     "-leaking"},
    {"leak.patch",
     "{Hand} hammers a lead/n plate over canvas and tallow. {Mate} holds the lantern and prays.",
     {},
     "-leaking"},
    {"leak.hold", "We stop the pumps and wait. {Mate} sounds again. No change."},
    {"leak.hold", "An hour passes. \"Dry as/p biscuit,\" reports {mate}."},
    {"leak.dry",
     "The hold/n is dry. We lost [four|six|nine] [pieces of cargo|loads] to the salt water, no "
     "more/n."},
    {"leak.dry",
     "We air/v the hold/n and restow the {cargo}. The {ship.rig} floats on her marks again."},
    {"leak.reward",
     "{Hand} sleeps for ten hours. I write {hand.his} name in this log so that the owners may "
     "thank {hand.him}."},
    {"leak.reward", "The crew drinks to {hand}, who only says that a good ear is half the craft."},

    // Castaways.
    {"cast.sight", "At three bells {hand} cries from the masthead: {stranger.see}, to the {wind}."},
    {"cast.sight",
     "{Hand} sights something to leeward. Through the glass I make out {stranger.see}."},
    {"cast.turn",
     "{Mate} wants to hold our course, since/s every hour costs money. I wear the ship round/r at "
     "once."},
    {"cast.turn",
     "I back/v the main yard. \"We lose the tide,\" says {mate}. Better the tide than a life."},
    {"cast.lower",
     "The swell/n is high, and the first line falls short. At the second throw/n they catch it, "
     "and {hand} hauls them alongside."},
    {"cast.lower",
     "We lower the gig. {Mate} steers it through the surf, and brings them back one by one."},
    {"cast.tale",
     "They can talk now. {Stranger.story}. They have/x lived on rainwater and raw fish."},
    {"cast.tale",
     "The eldest tells us what happened. {Stranger.story}. Eleven days without a sail/n in "
     "sight/n."},
    {"cast.care",
     "{Hand} gives them broth in small spoons, and {mate}, who complained most/r, lends them "
     "{mate.his} own coat."},
    {"cast.care",
     "{Hand} washes their sores and {mate} cooks/v for them, which surprises us all/o."},
    {"cast.berth", "They sleep among the {cargo}, and no one/o wakes them."},
    {"cast.berth", "We share our bread. It will be enough if we are careful."},
    {"cast.thanks",
     "Our guests are on their feet and ask for work/n. One/n of them splices rope better/r than "
     "our bosun."},
    {"cast.thanks",
     "They haul and pump/v with the rest/n of us. Their eldest carves the name {ship} into a "
     "whale's tooth for me."},
    {"cast.debt",
     "\"In your place I hope for such a captain,\" writes one/n of them below/r this line."},
    {"cast.debt", "{Mate} says it now as/r well/r: the lost/a hours were well/r spent."},

    // Illness.
    {"sick.falls", "A bad day. {Hand}, our {hand.young} {hand.rank}, {ail.falls}."},
    {"sick.falls", "In the forenoon {hand} {ail.falls}."},
    {"sick.duty", "{Mate} takes over {hand.his} duty and grumbles to hide {mate.his} worry/n."},
    {"sick.duty", "The crew goes quiet, for/s everyone likes {hand}."},
    {"sick.cure",
     "The medicine chest holds {ail.cure}. I read the doctor's book twice and do/v what it says."},
    {"sick.cure",
     "We treat {hand.him} with {ail.cure}. What {hand.he} needs is {ail.needs}, and a harbour."},
    {"sick.worse", "{Hand} is worse. {Hand.he} talks to people who are not aboard/r."},
    {"sick.worse",
     "No change in {hand}. {Hand.he} eats nothing and asks how far/r it is to {port}."},
    {"sick.watch", "{Mate} sits at the bunk all night and tells {hand.him} stories of {home}."},
    {"sick.watch",
     "We set every stitch/n of sail/n. {Mate} steers as/r if {mate.he} had the devil behind "
     "{mate.him}."},
    {"sick.turn", "Towards morning {hand.he} sleeps at last."},
    {"sick.turn",
     "At the change of the watch/n {hand.he} opens {hand.his} eyes and asks for soup."},
    {"sick.better", "{Hand} sits on deck in a blanket and gives advice to everybody."},
    {"sick.better",
     "The danger is past/r. {Hand} has/v some colour again and an enormous appetite."},
    {"sick.back",
     "{Mate} hands/v the duty back, with relief. \"Never do/v that/o again,\" {mate.he} says."},
    {"sick.back", "For now {hand} may do/v easy work/n only. {Hand.he} calls it a punishment."},

    // Ice.
    {"ice.signs",
     "The air smells of iron. Spray freezes on the shrouds, and {hand} beats it off with a "
     "mallet."},
    {"ice.signs",
     "A pale light/n lies on the horizon. \"Ice blink,\" says {mate}, who has/x seen it before/r."},
    {"ice.near", "By dusk the first floes knock at the hull, soft/r as/p a guest."},
    {"ice.near", "We pass a berg taller than our masts, blue at the foot and white above/r."},
    {"ice.watch", "I double the watch/n and wrap the bow in old cable."},
    {"ice.watch", "{Hand} stands in the bow with a lantern and calls out/r every floe."},
    {"ice.shut",
     "The ice has/x closed behind us. The {ship.rig} groans, and the rudder cannot turn/v.",
     {},
     "stuck"},
    {"ice.shut",
     "We are held fast/r. White to the north, white to the south, and the planks creak under the "
     "pressure.",
     {},
     "stuck"},
    {"ice.poles", "We push with poles until they break. It is like pushing a church."},
    {"ice.poles",
     "{Mate} tries powder and a fuse. A great bang, a small hole, and frost again within the "
     "hour."},
    {"ice.cut",
     "{Hand} has/v a better plan: saws/n. The crew cuts a basin round the {ship.rig}, block by "
     "block."},
    {"ice.cut",
     "So we saw, {hand} in front, and drag the blocks aside with hooks. {Hand.he} has/v ice in "
     "{hand.his} eyebrows."},
    {"ice.lead",
     "The wind goes round/r to the {wind}, and a dark lane of water opens ahead.",
     {},
     "-stuck"},
    {"ice.lead", "With the tide comes a crack, and then the crack becomes a river.", {}, "-stuck"},
    {"ice.clear",
     "We warp through it by hand and are free by the second watch/n. The hull is scarred but "
     "tight/a."},
    {"ice.clear",
     "Every sail/n is set, stiff as/p boards. {Mate} laughs aloud as the last floe drops/v "
     "astern."},
    {"ice.birds", "Two terns sit on the rail. {Hand} feeds them biscuit."},
    {"ice.birds", "Seals watch us go."},

    {"sea.close", "Course {wind.course}, and all well/r. [So ends/v this day|No more/n today]."},
    {"sea.close",
     "{Port} is in sight/n, and the {cargo} is safe. We shall dock with the morning tide."},
    {"sea.close",
     "Distance to {port}: [forty|sixty|ninety] miles. The {ship} [sails/v|runs] like a [gull|young "
     "horse]."},
    {"sea.close",
     "{Port} pilot aboard/r at last. We deliver our {cargo} tomorrow, and I close/v this page."},
    {"sea.close", "The crew is cheerful and the {ship.rig} sound. God keep us so."},
};

}  // namespace

std::span<const LineSource> seaLines() {
    return lines;
}
std::span<const PlotSource> seaPlots() {
    return plots;
}

}  // namespace orrery::stories
