// SPDX-License-Identifier: GPL-3.0-or-later
// Adjectives, adverbs and function words.
#include "core/data/stories/dictionary.h"

namespace orrery::stories {

std::string_view adjectiveWords() {
    return "German Spanish able absent afraid angry annual awful bad bare best better big black "
           "blank blue borrowed botanical brand-new brave bright broken brown busy calm careful "
           "central charming checked cheerful cheery chopped clean clear clever coarse cold common "
           "complete covered cracked creamy crooked crumbly curious damp dark dead dear deep diced "
           "dirty disappointed double dramatic dreadful drier dry dull dusty dying early easier "
           "easterly easy eldest empty enormous enough excited exhausting failing faint fair "
           "fallen "
           "far farther fast fifteenth final fine first flat flush foggy former fourth freezing "
           "fresh friendly frightened frosty frozen full funny gentle golden good grated grateful "
           "greased great greatest green grey grown gruff halved happy hard harder heavy high "
           "higher "
           "hollow hot huge husky icy ill irregular juicy kind large last lazy less light little "
           "lively local lonely long longer looser loud lower lowest lucky lukewarm main many "
           "matching melted merry middle mild misty modest narrow new next nice northerly "
           "northwesterly odd old older open other overcast own painted pale patient pickled plain "
           "planed polite poor pretty proud prouder proudest public quiet rainy raw ready red "
           "reddish relieved resinous revolving ripe romantic rotten rusty sad safe same scared "
           "scarred second shaky shallow sharp shiny short shy silent silky silly silver "
           "silver-grey "
           "similar sixth sleepy sliced slight slim sloping slow small smaller smallest smoked "
           "smooth snowy soft softest soggy solemn sore sound southerly southwesterly spare "
           "spotted "
           "springy square steady stiff stout straight strange striped strong stubborn such sunny "
           "surprised sweet tall taller taut terrible terrified thick thin thinner third tidy "
           "tighter tiny tired tough trapped true twisted undamaged uneven unhappy upper warm "
           "watery "
           "waxed weak well well-made westerly wet whipped white whitish whole wide wider windy "
           "wooden woollen worse worth wrong yellow young ";
}

std::string_view adverbWords() {
    return "again ago ahead ajar alike almost alone aloud already also always aside asleep astern "
           "away back carefully downstairs else even ever exactly forward gently gladly halfway "
           "hardly here how indoors instead inward just kindly later loosely loudly luckily "
           "naturally nearly never now nowhere often once only overboard overnight perhaps "
           "promptly "
           "proudly quickly quite sincerely slowly so softly sometime somewhere soon still "
           "suddenly "
           "sweetly then there thinly tightly today together tomorrow too twice upside upstairs "
           "usually very vividly where why yesterday ";
}

std::string_view functionWords() {
    return "d a an the this every no each both some any another all\n"
           "o I he him her it its itself we us our they them their themselves you your yourself "
           "me\n"
           "o my myself mine who what which anyone anything everyone everybody everything nobody\n"
           "o nothing somebody something whoever\n"
           "x do did wo is was were are be am will would shall should can cannot could may must\n"
           "c and or but\n"
           "s if until that wherever because while although when as whether\n"
           "p since of in on at with without within by from for to into onto over under between\n"
           "p behind beside near across along among above below inside outside through upon after\n"
           "p before than about up down off round past towards opposite alongside like out\n"
           "t not n't 's\n"
           "u one two three four five six seven eight nine ten eleven twelve fifteen nineteen\n"
           "u twenty thirty forty sixty ninety hundred\n"
           "i oh please bravo sorry hello\n";
}

}  // namespace orrery::stories
