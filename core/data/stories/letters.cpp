// SPDX-License-Identifier: GPL-3.0-or-later
// Letters in the first person from a woman in a town.
#include "core/data/stories/sources.h"

namespace orrery::stories {
namespace {

constexpr PlotSource plots[] = {
    {"job",
     "to=letter.to me=letter.from town=letter.town mood=letter.mood other=letter.other "
     "job=letter.job",
     "letter.head letter.greet letter.thanks? letter.town letter.other job.news job.fear job.day "
     "job.slip job.save job.learn letter.ask? letter.close letter.sign letter.post?"},
    {"exam",
     "to=letter.to me=letter.from town=letter.town mood=letter.mood other=letter.other "
     "exam=letter.exam",
     "letter.head letter.greet letter.thanks? letter.other exam.news exam.fail exam.help "
     "exam.study exam.day exam.result exam.party? letter.ask letter.close letter.sign "
     "letter.post?"},
    {"lost property",
     "to=letter.to me=letter.from town=letter.town mood=letter.mood other=letter.other "
     "line=letter.line lost=letter.lost",
     "letter.head letter.greet letter.town? letter.other gone.news gone.panic gone.call gone.wait "
     "gone.found gone.thank gone.moral? letter.ask letter.close letter.sign letter.post?"},
    {"flat",
     "to=letter.to me=letter.from town=letter.town mood=letter.mood other=letter.other "
     "nuisance=letter.nuisance",
     "letter.head letter.greet letter.thanks? letter.town flat.fails flat.felt flat.phone "
     "flat.other flat.why flat.repair flat.end letter.ask? letter.close letter.sign letter.post?"},
    {"trip",
     "to=letter.to me=letter.from town=letter.town mood=letter.mood other=letter.other "
     "trip=letter.trip",
     "letter.head letter.greet letter.thanks? letter.other trip.plan trip.money trip.idea "
     "trip.work trip.ticket trip.go trip.eat trip.invite letter.close letter.sign letter.post?"},
};

constexpr LineSource lines[] = {
    {"letter.head",
     "{Town}, [Monday|Tuesday|Wednesday|Thursday|Saturday] [evening|night|morning]."},
    {"letter.head", "{Town}, near {town.part}, on a Sunday."},
    {"letter.greet", "\n{To},\n"},
    {"letter.thanks",
     "Thank you for your [long letter|postcard|parcel]. [It made my week|I read it twice on the "
     "stairs]."},
    {"letter.thanks",
     "Your letter arrived yesterday, and I am answering at once, [for a change|as promised]."},
    {"letter.thanks",
     "I hope {to.you} are well. [Here everything is fine|I am well too, only busy]."},
    {"letter.town", "{Mood.season}."},
    {"letter.town",
     "I still get lost in {town}, although I have/x lived here for [two|five|eight] months."},
    {"letter.town",
     "From my window I can see {town.part} and [a slice of sky|eleven chimneys|a billboard]."},
    {"letter.other", "Do you remember {other}, {other.who}? {Other.he} still {other.habit}."},
    {"letter.other", "I think I mentioned {other}, {other.who}, who {other.habit}."},
    {"letter.other", "{Other}, {other.who}, says hello, by the way. {Other.he} {other.habit} now."},
    {"letter.ask",
     "And you? [Have/x you finished the roof|Did you sell the car|Are your exams over/r]?"},
    {"letter.ask", "Please tell me all/o about your [new kitchen|choir|knee operation]."},
    {"letter.close", "Write soon, or [phone/v me|send me an email] if you are lazy."},
    {"letter.close",
     "I must stop, the [kettle is whistling|last post goes at six|battery of my lamp is nearly "
     "flat]."},
    {"letter.close", "That/o is all/o for today. [Give my regards to everyone|I miss {to.you}]."},
    {"letter.sign", "\n{To.sign}, {me}."},
    {"letter.post", "\nPS: {Other} asks whether you collect stamps. {Other.he} has/v hundreds."},
    {"letter.post",
     "\nPS: I enclose a photo. The person with the [silly hat|sunglasses|enormous scarf] is "
     "{other}."},
    {"letter.post", "\nPS: I wear {mood.wear} every day now, just as you advised."},

    {"job.news",
     "The big news: I have/x got a job! Since [March|October|the first] I have/x worked {job.as}."},
    {"job.news",
     "Imagine, I work/v {job.as} now. [The pay/n is modest, but so is my rent|They chose me out of "
     "forty applicants]."},
    {"job.fear", "At first I was terrified of {job.dread}."},
    {"job.fear", "Only one thing worried me: {job.dread}."},
    {"job.day",
     "Naturally, on my third day they gave me exactly that/o. The {job.boss} was absent, and "
     "there/o was nobody else."},
    {"job.day",
     "Last week it could not be avoided. \"You will manage,\" said the {job.boss} and shut the "
     "office door."},
    {"job.slip", "Halfway through I pressed the wrong button, and everything went silent."},
    {"job.slip", "I dropped my notes, and eleven pages slid under a radiator."},
    {"job.slip", "My mind went blank. I could hear my watch/n ticking."},
    {"job.save",
     "Then I remembered what {other} always says in {other.his} {other.voice} voice: \"[Pause/v "
     "and smile|Admit it and go on/r].\" I did/v, and people laughed kindly."},
    {"job.save",
     "Luckily {other} had/x rehearsed with me on the balcony. So I took a breath, began again, and "
     "it worked."},
    {"job.learn",
     "The {job.boss} has/x already asked me to do/v it again. I am [proud|relieved], and a little "
     "scared."},
    {"job.learn", "Since then I am not afraid any more/r, and my contract has/x been/x extended."},

    {"exam.news", "You ask about {exam.exam}. Well/i, it is a long story."},
    {"exam.news", "I have news about {exam.exam}, first/r bad, then good."},
    {"exam.fail",
     "In [June|January] I failed, because of {exam.weak}. I cried in the bathroom and told "
     "nobody."},
    {"exam.fail",
     "The first attempt was a catastrophe. They asked about {exam.topic}, and I mixed up all my "
     "{exam.weak}."},
    {"exam.help",
     "{Other} noticed, of course. \"{Exam.topic}?\" {other.he} said in {other.his} {other.voice} "
     "voice. \"I taught that/o for years.\""},
    {"exam.help",
     "It was {other} who rescued me. {Other.he} rang my bell with a thermos flask and said we "
     "would start with {exam.topic}."},
    {"exam.study",
     "For six weeks we practised {exam.weak} every evening. My brain felt like porridge."},
    {"exam.study",
     "I hung notes about {exam.topic} in the corridor, over the sink, even on the fridge."},
    {"exam.day", "On the day itself my pen leaked, but my head was clear."},
    {"exam.day", "On the second date/n I was so calm that the examiner offered me a peppermint."},
    {"exam.result", "And I passed, with a good mark/n! {Other} pretended not to be surprised."},
    {"exam.result",
     "The result came by email: passed! I hugged {other}, the postman and a lamp post."},
    {"exam.party", "We celebrated with pizza and lemonade on the fire escape."},
    {"exam.party", "As/p a reward {other} took me to the cinema, where I promptly fell asleep."},

    {"gone.news",
     "Something dreadful happened: I left/v my {lost.colour} {lost} {line.on}, {lost.from}."},
    {"gone.news",
     "I have/x had a dramatic week. On Tuesday I forgot my {lost.colour} {lost} {line.on}, "
     "{lost.from}."},
    {"gone.panic",
     "I only noticed at the front door, and I ran after it down the boulevard in {mood.wear}."},
    {"gone.panic", "When I realised it, I sat on the kerb and could have/x screamed."},
    {"gone.call",
     "{Other} stayed calm. {Other.he} phoned the {line.stop} at once and described my {lost} so "
     "vividly that the {line.staff} laughed."},
    {"gone.call",
     "I telephoned the {line.stop} eight times. In the end {other} grabbed the receiver and was "
     "charming to the {line.staff}."},
    {"gone.wait", "For two days we heard nothing, and I filled in seven forms."},
    {"gone.wait", "Nothing, nothing, nothing. {Other} made me camomile tea."},
    {"gone.found",
     "Then the {line.staff} rang: a schoolboy had/x handed it in/r, complete and undamaged."},
    {"gone.found",
     "On Friday I went there in person, and behind the counter stood my {lost}, with a label on "
     "it."},
    {"gone.thank", "I wanted to pay a reward, but they refused, so I sent a box of chocolates."},
    {"gone.thank", "I was so grateful that I kissed the {line.staff} on both cheeks."},
    {"gone.moral", "I have/x now written my address on everything I own."},
    {"gone.moral", "{Other} says my head would stay {line.on} too if it were not fixed."},

    {"flat.fails", "I am less happy with my flat/n. {Nuisance.fails}."},
    {"flat.fails", "You would laugh at me. {Nuisance.fails}."},
    {"flat.felt", "{Nuisance.felt}, and at the office I yawned all day."},
    {"flat.felt", "{Nuisance.felt}. Romantic it was not."},
    {"flat.phone",
     "I phoned three firms. One/n never answered, one/n was on holiday, and one/n wanted a "
     "fortune."},
    {"flat.phone", "The agency promised a plumber for [the fifteenth|next month|sometime soon]."},
    {"flat.other",
     "Then I met {other}, {other.who}, by the letter boxes. {Other.he} {other.habit}, but "
     "{other.he} also owns a toolbox."},
    {"flat.other",
     "In despair I asked {other}, {other.who}. {Other.he} {other.habit} and knows everybody in the "
     "building."},
    {"flat.why", "{Other.he} looked round/r for a minute and found the reason: {nuisance.why}."},
    {"flat.why",
     "\"I thought so,\" said {other} in {other.his} {other.voice} voice. It turned out that "
     "{nuisance.why}."},
    {"flat.repair",
     "Within an hour {other} had/x {nuisance.repair}, and {other.he} would not accept a penny."},
    {"flat.repair", "{Other.he} {nuisance.repair} and hummed the whole time."},
    {"flat.end", "Now I enjoy {nuisance.end} again, and I have/x invited {other} to supper."},
    {"flat.end",
     "I had not known how much/r one/o can value {nuisance.end}. And I have a new friend."},

    {"trip.plan", "I have a plan: at Easter I want to see {trip}."},
    {"trip.plan", "For years I have/x dreamed of {trip}, as you know."},
    {"trip.money", "The trouble was money. The flight alone costs a month's salary."},
    {"trip.money", "My savings account held exactly nineteen euros."},
    {"trip.idea",
     "Then {other} had an idea: I could [sell my cakes at the flea market|walk dogs in the "
     "park|translate letters for students]."},
    {"trip.idea",
     "\"Go by coach,\" said {other} in {other.his} {other.voice} voice, \"and give "
     "[guitar|swimming|German] lessons until/p then.\""},
    {"trip.work", "I did/v it every weekend, in {mood.wear}, and kept the coins in a jam jar."},
    {"trip.work", "It was exhausting, and more/r than once I almost quit."},
    {"trip.ticket",
     "But last Saturday the jar was full. I bought the ticket, window seat, and danced in the "
     "travel agency."},
    {"trip.ticket",
     "Yesterday I counted it: enough! {Other} cheered so loudly that the pigeons flew off/r."},
    {"trip.go", "In {trip} I shall visit/v {trip.sight} first/r."},
    {"trip.go", "They say that nobody should miss {trip.sight} in {trip}."},
    {"trip.eat", "And I shall eat {trip.eat} until I burst."},
    {"trip.eat", "{Other} wants me to bring back a kilo of {trip.eat}."},
    {"trip.invite",
     "Won't you come along? [The hostel has/v a spare bed|Two/n can share a map better/r than "
     "one/n]."},
    {"trip.invite", "I wish/v you could join me. [Think about it|Bring your camera if you do/v]."},
};

}  // namespace

std::span<const LineSource> letterLines() {
    return lines;
}
std::span<const PlotSource> letterPlots() {
    return plots;
}

}  // namespace orrery::stories
