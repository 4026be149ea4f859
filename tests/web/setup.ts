import { configure } from "@testing-library/react";

/** What is looked for has this long to appear: on a busy machine a second is too short. */
configure({ asyncUtilTimeout: 10_000 });
