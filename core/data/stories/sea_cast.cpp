// SPDX-License-Identifier: GPL-3.0-or-later
// Ships, crews, cargoes, winds and ports of the log books.
#include "core/data/stories/sources.h"

namespace orrery::stories {
namespace {

constexpr Gender thing = Gender::thing;

constexpr EntitySource cast[] = {
    {"sea.ship", "Grey/m Heron/m", thing, "rig=brig"},
    {"sea.ship", "Albatross", thing, "rig=schooner"},
    {"sea.ship", "Good/m Hope/m", thing, "rig=barque"},
    {"sea.ship", "Northern/m Light/m", thing, "rig=brig"},
    {"sea.ship", "Fortune/m", thing, "rig=schooner"},
    {"sea.ship", "Swallow/m", thing, "rig=cutter"},
    {"sea.ship", "Evening/m Star/m", thing, "rig=barque"},
    {"sea.ship", "Sea/m Eagle/m", thing, "rig=frigate"},
    {"sea.ship", "Perseverance", thing, "rig=barque"},
    {"sea.ship", "Three/m Brothers/m", thing, "rig=cutter"},

    {"sea.captain", "Ellis", thing, ""},
    {"sea.captain", "Varga", thing, ""},
    {"sea.captain", "Brandt", thing, ""},
    {"sea.captain", "Moreno", thing, ""},
    {"sea.captain", "Lindqvist", thing, ""},
    {"sea.captain", "Okafor", thing, ""},
    {"sea.captain", "Doyle", thing, ""},
    {"sea.captain", "Tanaka", thing, ""},

    {"sea.port", "Bergen", thing, ""},
    {"sea.port", "Lisbon", thing, ""},
    {"sea.port", "Hull/m", thing, ""},
    {"sea.port", "Cadiz", thing, ""},
    {"sea.port", "Riga", thing, ""},
    {"sea.port", "Naples", thing, ""},
    {"sea.port", "Cork/m", thing, ""},
    {"sea.port", "Malta", thing, ""},
    {"sea.port", "Hamburg", thing, ""},
    {"sea.port", "Boston", thing, ""},
    {"sea.port", "Halifax", thing, ""},
    {"sea.port", "Bristol", thing, ""},

    {"sea.cargo", "salt", thing, "load=[40|60|90] barrels of salt"},
    {"sea.cargo", "timber", thing, "load=[70|80|120] tons of timber"},
    {"sea.cargo", "wool", thing, "load=[50|100|200] bales of wool"},
    {"sea.cargo", "tea", thing, "load=[80|150|300] chests of tea"},
    {"sea.cargo", "copper", thing, "load=[20|30|40] tons of copper"},
    {"sea.cargo", "lemons", thing, "load=[200|300|400] crates of lemons"},
    {"sea.cargo", "wine", thing, "load=[60|90|110] casks of wine"},
    {"sea.cargo", "coal", thing, "load=[90|100|140] tons of coal"},
    {"sea.cargo", "mail", thing, "load=[8|12|16] bags of mail"},

    {"sea.month", "January", thing, ""},
    {"sea.month", "February", thing, ""},
    {"sea.month", "March", thing, ""},
    {"sea.month", "April", thing, ""},
    {"sea.month", "May", thing, ""},
    {"sea.month", "June", thing, ""},
    {"sea.month", "July", thing, ""},
    {"sea.month", "August", thing, ""},
    {"sea.month", "September", thing, ""},
    {"sea.month", "October", thing, ""},
    {"sea.month", "November", thing, ""},
    {"sea.month", "December", thing, ""},

    {"sea.winter", "December", thing, ""},
    {"sea.winter", "January", thing, ""},
    {"sea.winter", "February", thing, ""},
    {"sea.winter", "March", thing, ""},

    {"sea.summer", "May", thing, ""},
    {"sea.summer", "June", thing, ""},
    {"sea.summer", "July", thing, ""},
    {"sea.summer", "August", thing, ""},

    // The days of the entries, and which days of the voyage they are.
    {"sea.day", "2", thing, "second=3; third=5; count=4; next=5; last=7"},
    {"sea.day", "4", thing, "second=6; third=7; count=9; next=11; last=12"},
    {"sea.day", "7", thing, "second=8; third=9; count=3; next=4; last=5"},
    {"sea.day", "9", thing, "second=10; third=12; count=15; next=16; last=18"},
    {"sea.day", "11", thing, "second=12; third=15; count=6; next=7; last=10"},
    {"sea.day", "13", thing, "second=15; third=16; count=21; next=23; last=24"},
    {"sea.day", "16", thing, "second=17; third=20; count=8; next=9; last=12"},
    {"sea.day", "18", thing, "second=20; third=22; count=11; next=13; last=15"},
    {"sea.day", "21", thing, "second=22; third=24; count=5; next=6; last=8"},
    {"sea.day", "24", thing, "second=25; third=28; count=13; next=14; last=17"},

    {"sea.wind", "northwest", thing, "course=southeast; from=northwesterly; cold=cold"},
    {"sea.wind", "southwest", thing, "course=northeast; from=southwesterly; cold=mild"},
    {"sea.wind", "north", thing, "course=south; from=northerly; cold=icy"},
    {"sea.wind", "west", thing, "course=east; from=westerly; cold=damp"},
    {"sea.wind", "east", thing, "course=west; from=easterly; cold=dry"},
    {"sea.wind", "south", thing, "course=north; from=southerly; cold=warm"},

    {"sea.mate", "Harker", Gender::male, "rank=mate"},
    {"sea.mate", "Silva", Gender::male, "rank=bosun"},
    {"sea.mate", "Jansen", Gender::male, "rank=helmsman"},
    {"sea.mate", "Costa", Gender::female, "rank=pilot"},
    {"sea.mate", "Quill", Gender::female, "rank=navigator"},
    {"sea.mate", "Petrov", Gender::male, "rank=gunner"},
    {"sea.mate", "Murphy", Gender::female, "rank=mate"},

    {"sea.hand", "Vogel", Gender::male, "rank=carpenter; young=able"},
    {"sea.hand", "Tim", Gender::male, "rank=cabin boy; young=young"},
    {"sea.hand", "Nilsen", Gender::male, "rank=sailmaker; young=old"},
    {"sea.hand", "Abdou", Gender::male, "rank=cook/n; young=stout"},
    {"sea.hand", "Marta", Gender::female, "rank=lookout; young=sharp"},
    {"sea.hand", "Greta", Gender::female, "rank=cooper; young=young"},
    {"sea.hand", "Ruiz", Gender::male, "rank=seaman; young=tall"},
    {"sea.hand", "Kate", Gender::female, "rank=surgeon; young=calm"},

    {"sea.damage", "mast", thing,
     "what=the foremast; hurt=The foremast splits above the deck; repair=binds the foremast "
     "tightly;means=iron hoops and a spare spar"},
    {"sea.damage", "sail/n", thing,
     "what=the mainsail; hurt=The mainsail rips along its whole length; repair=stitches/v the "
     "mainsail from top to bottom;means=canvas and waxed twine"},
    {"sea.damage", "rudder", thing,
     "what=the rudder; hurt=A wave cracks the rudder; repair=strengthens the rudder;means=a plank "
     "of oak and six bolts"},
    {"sea.damage", "rigging", thing,
     "what=the rigging; hurt=Two shrouds part/v, and the rigging hangs loose/a; repair=splices the "
     "shrouds and tightens the rigging;means=new rope and tallow"},
    {"sea.damage", "longboat", thing,
     "what=the longboat; hurt=A sea/n lifts the longboat off its chocks and smashes its "
     "side;repair=closes the hole in the longboat; means=planks and copper nails"},

    {"sea.stranger", "raft", thing,
     "see=a raft with [two|three|four] people on it; story=Their ship sank in the last gale"},
    {"sea.stranger", "fishing smack", thing,
     "see=a fishing smack without a mast; story=Their mast went overboard two days ago"},
    {"sea.stranger", "whaleboat", thing,
     "see=a whaleboat that/o drifts with its oars shipped; story=Their whaler burned to the "
     "waterline"},
    {"sea.stranger", "skiff", thing,
     "see=a skiff with a shirt for a flag; story=A current carried them out/r from the shore"},

    {"sea.ail", "fever", thing,
     "falls=lies in the bunk with a fever; cure=quinine and boiled water; needs=rest/n"},
    {"sea.ail", "arm", thing,
     "falls=slips on the wet ladder and breaks an arm; cure=two splints and a sling; "
     "needs=patience"},
    {"sea.ail", "hand", thing,
     "falls=crushes a thumb in the winch; cure=a clean bandage; needs=light duty"},
    {"sea.ail", "scurvy", thing,
     "falls=has/v sore gums and weak legs; cure=the juice of limes; needs=greens"},
};

}  // namespace

std::span<const EntitySource> seaCast() {
    return cast;
}

}  // namespace orrery::stories
