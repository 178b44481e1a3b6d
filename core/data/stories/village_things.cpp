// SPDX-License-Identifier: GPL-3.0-or-later
// Weather, places, objects, animals, obstacles and skills of the village.
#include "core/data/stories/sources.h"

namespace orrery::stories {
namespace {

constexpr Gender thing = Gender::thing;

constexpr EntitySource things[] = {
    {"village.home", "[old|stone|little] church", thing, ""},
    {"village.home", "[old|busy] mill", thing, ""},
    {"village.home", "[clear|narrow] stream", thing, ""},
    {"village.home", "[old|round] tower", thing, ""},
    {"village.home", "[stone|wooden] gate", thing, ""},
    {"village.home", "big oak", thing, ""},
    {"village.home", "village square", thing, ""},
    {"village.home", "wooden bridge", thing, ""},

    {"village.weather", "sun", thing,
     "adj=[sunny|bright|warm]; sky=[The sun was shining, and the birds were singing|The sky was "
     "blue, and bees hummed in the grass]; late=The evening sun turned the roofs gold"},
    {"village.weather", "wind", thing,
     "adj=windy; sky=[The clouds raced over the hills|The wind shook the trees and rattled the "
     "doors];late=By evening the wind had grown quiet",
     "wind"},
    {"village.weather", "rain", thing,
     "adj=[rainy|wet]; sky=[Rain was drumming on the roofs|Water dripped from every "
     "leaf];late=Towards evening the rain stopped, and a rainbow stood over the village",
     "rain"},
    {"village.weather", "snow", thing,
     "adj=[snowy|cold]; sky=[Snow lay on every roof|Thick flakes were falling without a "
     "sound];late=In the evening the snow shone blue under the stars",
     "snow cold"},
    {"village.weather", "frost", thing,
     "adj=[frosty|cold|freezing]; sky=[The puddles were frozen, and the air was clear|Frost "
     "glittered on the fences]; late=When evening came, smoke rose from all the chimneys",
     "frost cold"},
    {"village.weather", "fog", thing,
     "adj=[foggy|misty|grey]; sky=[The fog was as/r thick as milk|Nobody could see farther than "
     "ten steps];late=By evening the fog was gone, and the moon came out/r",
     "fog"},

    {"village.place", "forest", thing, "to=into the forest; at=in the forest"},
    {"village.place", "meadow", thing, "to=to the meadow; at=in the meadow"},
    {"village.place", "river", thing, "to=to the river; at=by the river"},
    {"village.place", "hill", thing, "to=up the hill; at=on the hill"},
    {"village.place", "market", thing, "to=to the market; at=at the market"},
    {"village.place", "orchard", thing, "to=to the orchard; at=in the orchard"},
    {"village.place", "lake", thing, "to=to the lake; at=beside the lake"},
    {"village.place", "barn", thing, "to=to the barn; at=behind the barn"},
    {"village.place", "well/n", thing, "to=to the well/n; at=beside the well/n"},
    {"village.place", "field", thing, "to=across the field; at=in the field"},
    {"village.place", "pond", thing, "to=to the pond; at=near the pond"},
    {"village.place", "quarry", thing, "to=to the quarry; at=near the quarry"},

    {"village.treasure", "whistle", thing,
     "adj=[silver|wooden|tin]; joy=blew the whistle so loudly that the dogs barked"},
    {"village.treasure", "bell", thing,
     "adj=[small|brass]; joy=rang the bell until everybody laughed"},
    {"village.treasure", "ring", thing, "adj=[gold|silver|thin]; joy=put the ring back on at once"},
    {"village.treasure", "marble", thing,
     "adj=[green|blue|glass]; joy=held the marble up/r to the light/n"},
    {"village.treasure", "key", thing, "adj=[iron|old|tiny]; joy=kissed the key three times"},
    {"village.treasure", "coin", thing,
     "adj=[shiny|copper|old]; joy=rubbed the coin until it shone"},
    {"village.treasure", "ribbon", thing,
     "adj=[red|yellow|silk]; joy=waved the ribbon like a flag"},
    {"village.treasure", "button", thing,
     "adj=[round|golden|black]; joy=danced with the button in one hand"},
    {"village.treasure", "spoon", thing,
     "adj=[silver|little]; joy=ate two bowls of soup with the spoon"},

    {"village.thief", "magpie", thing,
     "did=flew over my roof; with=with something bright in its beak; den=the nest in the old "
     "oak;reach=climbed from branch to branch; inside=Between twigs and moss; trade=a crust of "
     "bread"},
    {"village.thief", "crow", thing,
     "did=flew to the church; with=with something strange in its beak; den=the church "
     "tower;reach=climbed ninety steps; inside=Behind the great bell; trade=a handful of corn"},
    {"village.thief", "squirrel", thing,
     "did=ran up a fir tree; with=with something odd between its teeth; den=the hollow fir "
     "tree;reach=stood on tiptoe; inside=Under a heap of nuts; trade=a fine big walnut"},
    {"village.thief", "puppy", thing,
     "did=ran past my door; with=with something small in its mouth; den=the kennel behind the "
     "inn;reach=crawled in/r on hands and knees; inside=Among old bones; trade=a bit of sausage"},
    {"village.thief", "kitten", thing,
     "did=crept along the wall; with=with something hard in its mouth; den=the hay loft;reach=went "
     "up the shaky ladder; inside=In the softest hay; trade=a saucer of milk"},
    {"village.thief", "goat", thing,
     "did=jumped over the fence; with=with something funny on its horn; den=the goat "
     "shed;reach=squeezed through a gap; inside=In the yellow straw; trade=a fresh carrot"},

    // accident, damage: clauses; need: what mends it; fix, again: what was done with it.
    {"village.toy",
     "kite",
     thing,
     "adj=[red|yellow|striped]; played=flew the kite high above the roofs; damage=the tail tore "
     "off;accident=A gust of wind threw the kite into a thorn bush; need=a piece of "
     "string;fix=tied on/r a new tail with the string; again=climbed higher than ever",
     {},
     "wind"},
    {"village.toy", "sailing boat", thing,
     "adj=[little|white]; played=let the boat sail/v across the water; damage=the mast "
     "snapped;accident=The boat struck a stone; need=a straight stick;fix=cut the stick and set it "
     "in/r as/p a new mast; again=sailed as/r proudly as a swan",
     "boat", "!cold"},
    {"village.toy", "cart", thing,
     "adj=[wooden|blue|little]; played=pulled the cart up and down the lane; damage=a wheel broke "
     "off;accident=The cart rolled into a deep hole; need=a long nail;fix=pushed the wheel on/r "
     "and fastened it with the nail; again=rolled along without a squeak"},
    {"village.toy", "drum", thing,
     "adj=[red|loud|big]; played=beat the drum and marched up and down the lane; damage=the skin "
     "split;accident=The drum fell onto a sharp stone; need=a piece of leather;fix=stretched the "
     "leather over the drum; again=boomed like thunder"},
    {"village.toy",
     "sled",
     thing,
     "adj=[fast|wooden|little]; played=raced down the slope on the sled; damage=a runner "
     "cracked;accident=The sled hit a root under the snow; need=a strip of iron;fix=fixed the "
     "runner with the strip of iron; again=flew down the slope like a bird",
     {},
     "snow"},
    {"village.toy", "puppet", thing,
     "adj=[funny|painted|wooden]; played=made the puppet dance on the wall; damage=an arm came "
     "off/r;accident=A dog jumped up/r and grabbed the puppet; need=a needle and thread;fix=sewed "
     "the arm on/r with tiny stitches; again=bowed and danced"},
    {"village.toy", "lantern", thing,
     "adj=[green|paper|round]; played=carried the lantern through the dark barn; damage=one side "
     "was torn;accident=The lantern fell from its hook; need=a sheet of paper;fix=glued the paper "
     "over the tear; again=glowed like a small moon"},
    {"village.toy", "flute", thing,
     "adj=[wooden|slim]; played=played merry songs on the flute; damage=it split at one "
     "end;accident=The flute slipped and fell on the steps; need=a lump of wax;fix=closed the "
     "crack with the wax; again=sang more/r sweetly than before/r"},
    {"village.toy", "hobby horse", thing,
     "adj=[brown|spotted]; played=galloped round the yard on the hobby horse; damage=the stick "
     "broke in two;accident=The hobby horse got caught in the gate; need=a new broomstick;fix=put "
     "the head on the broomstick; again=galloped as/r far as the hills"},

    {"village.gift", "soup", thing,
     "full=a pot of hot soup; the=the pot; enjoy=ate the soup to the last drop", "heavy"},
    {"village.gift", "bread", thing,
     "full=a loaf of fresh bread; the=the loaf; enjoy=cut a thick slice of bread"},
    {"village.gift", "honey", thing,
     "full=a jar of honey; the=the jar; enjoy=stirred the honey into hot milk"},
    {"village.gift", "eggs", thing,
     "full=a basket of eggs; the=the basket; enjoy=fried two of the eggs for supper"},
    {"village.gift", "blanket", thing,
     "full=a thick blanket; the=the blanket; enjoy=sat down under the warm blanket"},
    {"village.gift",
     "pears",
     thing,
     "full=a bag of ripe pears; the=the bag; enjoy=ate one of the sweet pears",
     {},
     "!cold"},
    {"village.gift", "slippers", thing,
     "full=a pair of felt/n slippers; the=the parcel; enjoy=put on the slippers and wiggled ten "
     "warm toes"},

    {"village.obstacle",
     "flood",
     thing,
     "sight=The rain had/x filled the stream, and the bridge was under water;try={Hero.he} tried "
     "to wade, but the water pulled at {hero.his} boots;idea=There/o is a long plank behind our "
     "house;way=They laid the plank from stone to stone and crossed very slowly",
     {},
     "rain"},
    {"village.obstacle",
     "drift",
     thing,
     "sight=The snow had/x buried the path;try={Hero.he} took ten steps and sank in/r up to the "
     "knees;idea=We can use my father's shovel;way=They took turns with the shovel until the path "
     "was free",
     {},
     "snow"},
    {"village.obstacle",
     "fog",
     thing,
     "sight=The fog hid the path, and every tree looked the same;try={Hero.he} walked and walked, "
     "but soon {hero.he} was back at the same stone;idea=Listen to the church bell, it will "
     "guide/v us;way=They followed the sound of the bell, hand in hand",
     {},
     "fog"},
    {"village.obstacle",
     "fallen tree",
     thing,
     "sight=The wind had/x blown down a tree, and it lay across the path;try={Hero.he} tried to "
     "climb over, but the branches scratched {hero.his} face;idea=I know a gap in the "
     "hedge;way=They crept through the gap and went round the tree",
     {},
     "wind"},
    {"village.obstacle",
     "ice",
     thing,
     "sight=The lane was covered with ice;try={Hero.he} slipped, fell, and slid all the way "
     "back;idea=Put old socks over your boots;way=With the socks over their boots they walked up "
     "the lane without slipping",
     {},
     "frost"},
    {"village.obstacle", "goose", thing,
     "sight=At the gate stood an angry goose;try={Hero.he} said good morning, but the goose hissed "
     "and flapped its wings;idea=Geese love crumbs, and I have some in my pocket;way=They threw "
     "the crumbs to one side, and while the goose was eating, they ran through the gate"},
    {"village.obstacle", "dog", thing,
     "sight=A huge black dog lay in the middle/n of the lane;try={Hero.he} took one step, and the "
     "dog growled;idea=I know him, he only wants to play;way=They threw a stick far into the "
     "bushes, and the dog raced after it"},

    {"village.animal", "kitten", thing,
     "cry=mewing; food=a saucer of warm milk; pet=[Button/m|Pepper/m|Whisper/m]"},
    {"village.animal", "lamb", thing,
     "cry=bleating; food=a bottle of warm milk; pet=[Cloud/m|Daisy/m|Clover/m]"},
    {"village.animal", "puppy", thing,
     "cry=whining; food=a bone with some meat; pet=[Button/m|Biscuit/m|Shadow/m]"},
    {"village.animal",
     "duckling",
     thing,
     "cry=peeping; food=a plate of chopped grass; pet=[Button/m|Puddle/m|Feather/m]",
     {},
     "!cold"},
    {"village.animal", "rabbit", thing,
     "cry=squeaking; food=a fresh carrot; pet=[Pepper/m|Clover/m|Velvet/m]"},
    {"village.animal", "fawn", thing,
     "cry=crying; food=a bunch of sweet hay; pet=[Shadow/m|Cloud/m|Clover/m]"},
    {"village.animal", "foal", thing,
     "cry=whinnying; food=half an apple; pet=[Star/m|Shadow/m|Pepper/m]", "large"},

    {"village.trap",
     "dry well",
     thing,
     "in=at the bottom of a dry well/n; try=reached down/r, but {hero.his} arm was too "
     "short;tool=a basket on a rope; out=They let the basket down, and the {animal} climbed "
     "in/r;then=Bit by bit they pulled it up",
     {},
     "!large"},
    {"village.trap", "thorns", thing,
     "in=in the middle/n of a thorn bush; try=put one hand in/r, but the thorns scratched "
     "{hero.him};tool=a pair of thick gloves; out=With the gloves on/r, they bent the thorns "
     "aside;then=One by one the branches gave way"},
    {"village.trap", "mud", thing,
     "in=in deep mud; try=took one step, and the mud swallowed {hero.his} boot;tool=two wide "
     "boards; out=They laid the boards on the mud and crawled to the {animal};then=With both arms "
     "they lifted it out"},
    {"village.trap", "net", thing,
     "in=in an old net; try=pulled at the net, but the knots only grew tighter;tool=a sharp knife; "
     "out=They cut the net, knot by knot, and talked softly to the {animal};then=At last the final "
     "knot fell apart/r"},
    {"village.trap", "fence", thing,
     "in=under a fallen fence; try=pushed and pulled, but the fence was too heavy;tool=a strong "
     "pole; out=They pushed the pole under the fence and leaned on it;then=The fence rose by a "
     "hand"},
    {"village.trap", "pit", thing,
     "in=in a deep pit; try=slid down/r, but could not lift/v the {animal} out;tool=a short "
     "ladder; out=They put the ladder into the pit, and {friend} held it;then={Hero} came up/r "
     "step by step with the {animal} on {hero.his} shoulders"},

    // do, did: the skill; fail: first attempts; tip: a teacher's advice; feat: what came of it.
    {"village.skill",
     "swimming",
     thing,
     "do=swim across the pond; fail=swallowed water and sank like a stone;tip=Breathe slowly, and "
     "kick like a frog; did=swam across the pond;feat=a little boy's hat blew into the pond, and "
     "{hero} swam out/r and brought it back",
     {},
     "!cold"},
    {"village.skill",
     "skating",
     thing,
     "do=skate across the frozen lake; fail=fell on {hero.his} back/n seven times;tip=Bend your "
     "knees, and look ahead; did=skated across the frozen lake;feat=somebody had to carry a letter "
     "over the lake, and {hero} brought it in no time",
     {},
     "frost"},
    {"village.skill", "whistling", thing,
     "do=whistle/v with two fingers; fail=blew and blew, but only air came out/r;tip=Press your "
     "tongue back, and blow softly; did=whistled loud/r and clear/r;feat=the sheep ran away, and "
     "{hero} called the dog with one whistle"},
    {"village.skill", "baking", thing,
     "do=bake bread; fail=made a loaf as/r hard as a brick;tip=Wait until the dough is twice as/r "
     "big; did=baked a loaf with a golden crust;feat=the baker was away, and {hero} baked rolls "
     "for the whole village"},
    {"village.skill", "riding", thing,
     "do=ride the brown pony; fail=landed in the straw again and again;tip=Sit up straight/r, and "
     "hold the reins gently; did=rode the pony twice round the yard;feat=the doctor was needed in "
     "the night, and {hero} rode to fetch help/n"},
    {"village.skill",
     "juggling",
     thing,
     "do=juggle three apples; fail=dropped the apples on {hero.his} toes;tip=Throw high/r, and "
     "never look at your hands; did=kept three apples in the air;feat=at the harvest feast {hero} "
     "juggled until the smallest children squealed",
     {},
     "!cold"},
    {"village.skill", "stilts", thing,
     "do=walk on stilts; fail=fell into the nettles at the first step;tip=Keep moving, and do not "
     "look down; did=walked round the well/n on stilts;feat=a bird fell out/r of its nest, and "
     "{hero} on the stilts could reach up/r and put it back"},
    {"village.skill", "spinning", thing,
     "do=spin wool; fail=broke the thread at every turn/n;tip=Pull gently, and let the wheel do/v "
     "the work/n; did=spun a long smooth thread;feat=winter came early, and {hero} had enough yarn "
     "for ten warm scarves"},
};

}  // namespace

std::span<const EntitySource> villageThings() {
    return things;
}

}  // namespace orrery::stories
