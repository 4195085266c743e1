/** Query parameter that chooses every row that matches the list's address, not only those in sight. */
export const chooseAll = "choose";
