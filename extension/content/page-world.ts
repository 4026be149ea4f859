import { answerFromPage } from "./player-data.ts";

answerFromPage();
