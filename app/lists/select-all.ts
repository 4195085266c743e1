/** Query parameter that selects the visible rows (`page`), or every row that matches the list's query (`all`). */
export const chooseAll = "choose";
