/** Towns of France, without spaces, signs and accents: the lists of words know few of them. The larger ones first. */
const towns =
  "paris marseille lyon toulouse nice nantes montpellier strasbourg bordeaux lille rennes reims toulon saintetienne lehavre grenoble dijon angers nimes villeurbanne clermontferrand lemans aixenprovence brest tours amiens limoges annecy perpignan besancon metz orleans rouen mulhouse caen nancy argenteuil saintdenis montreuil roubaix tourcoing avignon poitiers versailles pau larochelle calais cannes antibes ajaccio bastia dunkerque valence colmar quimper lorient vannes troyes chambery niort bayonne creteil nanterre evry cergy palaiseau villejuif saclay";

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const districts = { 75: 20, 13: 16, 69: 9 };

/** Postcodes that are guessed first: the districts of three cities, then the round ones of each département. */
function postcodes(): string[] {
  const ofCities = Object.entries(districts).flatMap(([city, count]) => upTo(count).map((number) => Number(city) * 1_000 + number));
  const round = Array.from({ length: 10 }, (_, hundred) => upTo(95).map((departement) => departement * 1_000 + hundred * 100));
  return [...ofCities, ...round.flat()].map((postcode) => String(postcode).padStart(5, "0"));
}

/** Names of towns, then their postcodes. */
export const knownPlaces = (): string[] => [...towns.split(" "), ...postcodes()];
