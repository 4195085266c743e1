/** Query parameter that ticks the rows in sight (`page`), or chooses every row that matches the list's address (`all`). */
export const chooseAll = "choose";
