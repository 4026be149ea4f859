import { configure } from "@testing-library/react";

/** How long queries wait for an element: a second is too short on a busy machine. */
configure({ asyncUtilTimeout: 10_000 });
