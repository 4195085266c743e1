import { completeAddress } from "./address-completion";

completeAddress();
