// SPDX-License-Identifier: GPL-3.0-or-later
// Who writes to whom from the town, and about what.
#include "core/data/stories/sources.h"

namespace orrery::stories {
namespace {

constexpr Gender thing = Gender::thing;

constexpr EntitySource cast[] = {
    {"letter.to", "Dear Aunt Helen", thing,
     "sign=[Your niece|With love/n]; you=you and Uncle Walter", "family"},
    {"letter.to", "Dear Uncle Walter", thing,
     "sign=[Your niece|With love/n]; you=you and Aunt Helen", "family"},
    {"letter.to", "Dear Mum/m and Dad/m", thing,
     "sign=[Your daughter|Lots of love/n]; you=both of you", "family"},
    {"letter.to", "Dear Cousin Philip", thing,
     "sign=[Your cousin|Yours/o]; you=you and your family", "family"},
    {"letter.to", "Dear Victor", thing, "sign=[Your old friend|Yours/o]; you=you and your sister"},
    {"letter.to", "Dear Sophie", thing,
     "sign=[Your friend|Best wishes/n]; you=you and your husband"},
    {"letter.to", "Dear Professor Stein", thing,
     "sign=[Yours/o sincerely|Your former student]; you=you and your wife"},
    {"letter.to", "Dear Maya", thing, "sign=[Your friend|Yours/o]; you=you and your flatmates"},

    {"letter.from", "Emma", Gender::female, ""},
    {"letter.from", "Julia", Gender::female, ""},
    {"letter.from", "Hannah", Gender::female, ""},
    {"letter.from", "Alice", Gender::female, ""},
    {"letter.from", "Irene", Gender::female, ""},
    {"letter.from", "Laura", Gender::female, ""},
    {"letter.from", "Vera", Gender::female, ""},
    {"letter.from", "Paula", Gender::female, ""},

    {"letter.town", "Vienna", thing, "part=[the Danube|the canal]"},
    {"letter.town", "Prague", thing, "part=[the castle|the tram depot]"},
    {"letter.town", "Leeds", thing, "part=[the station|the university]"},
    {"letter.town", "Geneva", thing, "part=[the university|the station]"},
    {"letter.town", "Antwerp", thing, "part=[the station|the canal]"},
    {"letter.town", "Turin", thing, "part=[the university|the stadium]"},
    {"letter.town", "Oslo", thing, "part=[the opera|the stadium]"},
    {"letter.town", "Dublin", thing, "part=[the canal|the university]"},

    // Somebody the writer deals with; their possessions stay theirs.
    {"letter.other", "Mr Klein", Gender::male,
     "who=my landlord; habit=collects clocks; voice=gruff"},
    {"letter.other", "Mrs Novak", Gender::female,
     "who=my landlady; habit=paints watercolours; voice=cheery"},
    {"letter.other", "Daniel", Gender::male,
     "who=my flatmate; habit=plays the trombone; voice=sleepy"},
    {"letter.other", "Samira", Gender::female,
     "who=my colleague; habit=runs marathons; voice=polite"},
    {"letter.other", "Dr Weber", Gender::male,
     "who=my neighbour upstairs; habit=breeds parrots; voice=solemn"},
    {"letter.other", "Carmen", Gender::female,
     "who=my neighbour downstairs; habit=dances tango; voice=husky"},
    {"letter.other", "Igor", Gender::male,
     "who=the caretaker; habit=solves crosswords; voice=deep"},
    {"letter.other", "Fiona", Gender::female,
     "who=the girl from the flat opposite; habit=writes detective novels; voice=excited"},

    {"letter.mood", "spring", thing,
     "season=The chestnuts in the avenue are in blossom; wear=a raincoat"},
    {"letter.mood", "summer", thing,
     "season=The asphalt is melting, and everyone eats ice cream; wear=sandals"},
    {"letter.mood", "autumn", thing,
     "season=The parks are full of yellow leaves and joggers; wear=a woollen jacket"},
    {"letter.mood", "winter", thing,
     "season=It gets dark at four, and the shop windows are already lit/v; wear=two pullovers"},

    {"letter.job", "library", thing,
     "as=as/p an assistant in the public library; dread=a computer catalogue; boss=librarian"},
    {"letter.job", "museum", thing,
     "as=as/p a guide in the science museum; dread=a tour in French; boss=curator"},
    {"letter.job", "newspaper", thing,
     "as=as/p a reporter for the local newspaper; dread=an interview with the mayor; boss=editor"},
    {"letter.job", "hospital", thing,
     "as=as/p a nurse in the children's hospital; dread=the first night shift; boss=matron"},
    {"letter.job", "bakery chain", thing,
     "as=as/p an accountant for a chain of cafes; dread=the annual report; boss=manager"},
    {"letter.job", "theatre", thing,
     "as=as/p a stagehand in the theatre; dread=the revolving stage; boss=director"},

    {"letter.exam", "chemistry", thing, "exam=the chemistry exam; topic=acids; weak=formulas"},
    {"letter.exam", "piano", thing, "exam=the piano recital; topic=a Chopin waltz; weak=octaves"},
    {"letter.exam", "driving", thing, "exam=the driving test; topic=parking; weak=roundabouts"},
    {"letter.exam", "law", thing, "exam=the law exam; topic=contracts; weak=paragraphs"},
    {"letter.exam", "Spanish", thing,
     "exam=the Spanish certificate; topic=the subjunctive; weak=irregular verbs"},
    {"letter.exam", "statistics", thing,
     "exam=the statistics exam; topic=probability; weak=fractions"},

    {"letter.lost", "umbrella", thing, "obj=umbrella; colour=tartan; from=a gift from {other}"},
    {"letter.lost", "wallet", thing, "obj=wallet; colour=leather; from=full of receipts"},
    {"letter.lost", "laptop", thing,
     "obj=laptop; colour=silver-grey; from=with my whole thesis on it"},
    {"letter.lost", "suitcase", thing,
     "obj=suitcase; colour=checked; from=with all my clothes in it"},
    {"letter.lost", "violin", thing,
     "obj=violin; colour=borrowed; from=on loan from the conservatory"},
    {"letter.lost", "passport", thing,
     "obj=passport; colour=brand-new; from=three days before my holiday"},

    {"letter.line", "tram", thing, "on=on the tram; stop=terminus; staff=conductor"},
    {"letter.line", "bus", thing, "on=on the bus; stop=bus depot; staff=driver"},
    {"letter.line", "underground", thing,
     "on=in the underground; stop=lost/a property office; staff=clerk"},
    {"letter.line", "taxi", thing, "on=in a taxi; stop=taxi rank; staff=dispatcher"},
    {"letter.line", "train", thing, "on=on the express train; stop=central station; staff=guard"},

    // A nuisance in the flat: what fails, how it is felt, how it ends.
    {"letter.nuisance", "boiler", thing,
     "fails=The boiler gave up on Monday; felt=I washed my hair with a kettle; why=a valve was "
     "clogged; repair=replaced the valve; end=hot showers"},
    {"letter.nuisance", "lift", thing,
     "fails=The lift has/x been/x out of order since Tuesday; felt=I carried my groceries up six "
     "floors; why=a fuse had/x blown; repair=changed the fuse; end=rides to the sixth floor"},
    {"letter.nuisance", "ceiling", thing,
     "fails=On Friday the ceiling began to drip; felt=I slept with a saucepan on the quilt; why=a "
     "pipe upstairs had/x burst; repair=sealed the pipe; end=dry nights"},
    {"letter.nuisance", "noise", thing,
     "fails=Since Sunday something knocks in the radiator; felt=I bought earplugs and read until/p "
     "three; why=there/o was air in the pipes; repair=opened a tiny screw; end=silence"},
    {"letter.nuisance", "lights", thing,
     "fails=Last Thursday all the lights went out; felt=I cooked spaghetti by torchlight; why=a "
     "mouse had/x chewed the cable; repair=laid a new cable; end=bright evenings"},

    {"letter.trip", "Venice", thing, "sight=the glass blowers; eat=squid"},
    {"letter.trip", "Paris", thing, "sight=the catacombs; eat=pancakes"},
    {"letter.trip", "Istanbul", thing, "sight=the covered bazaar; eat=baklava"},
    {"letter.trip", "Seville", thing, "sight=the orange courtyards; eat=olives"},
    {"letter.trip", "Edinburgh", thing, "sight=the botanical garden; eat=shortbread"},
    {"letter.trip", "Krakow", thing, "sight=the salt mine; eat=dumplings"},
};

}  // namespace

std::span<const EntitySource> letterCast() {
    return cast;
}

}  // namespace orrery::stories
