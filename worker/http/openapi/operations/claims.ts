import * as z from "zod";
import {
	ClaimAnswer,
	ClaimDecision,
	ClaimRequest,
	ClaimStatus,
	Claims,
	ReviewClaimAnswer,
	ReviewClaims,
} from "#contract/claims.ts";
import { json, type Operations } from "../operation.ts";
import { BAD_CURSOR, cursorQuery, idPath, retryHeader } from "./fields.ts";

/** Ownership of channels, and the team's review of it. */
export const claimOperations: Operations = {
	"GET /api/claims": {
		id: "listClaims",
		summary: "Your ownership claims and verified channels",
		access: "member",
		query: cursorQuery,
		answers: { 200: json("Newest first.", Claims) },
		problems: { 400: BAD_CURSOR },
	},
	"POST /api/claims": {
		id: "claimChannel",
		summary: "Claim a channel as yours",
		access: "member",
		body: { schema: ClaimRequest },
		headers: retryHeader,
		answers: {
			200: json("You have claimed this channel before.", ClaimAnswer),
			201: json("The claim, with its code.", ClaimAnswer),
		},
		problems: {
			400: "The link leads to no channel and no video.",
			409: "The channel is verified as yours already.",
			422: "The link leads to nothing on YouTube.",
			429: "Too many claims.",
			502: "YouTube could not be asked.",
			504: "YouTube did not answer in time.",
		},
	},
	"POST /api/claims/{id}/verify": {
		id: "verifyClaim",
		summary: "Verify a claim by its code",
		detail: "Looks for the code in the channel's description.",
		access: "member",
		path: idPath,
		answers: { 200: json("The verified claim.", ClaimAnswer) },
		problems: {
			403: "The claim is another member's.",
			404: "There is no such claim.",
			409: "The claim is decided already.",
			422: "The code does not stand in the description.",
			429: "Too many attempts.",
			502: "YouTube could not be asked.",
			504: "YouTube did not answer in time.",
		},
	},
	"GET /api/admin/claims": {
		id: "reviewClaims",
		summary: "The team's queue of claims",
		access: "admin",
		query: {
			...cursorQuery,
			status: ClaimStatus.or(z.literal("")).describe("Pending if left out."),
		},
		answers: { 200: json("A page of claims.", ReviewClaims) },
		problems: { 400: "The status or the cursor is none of ours." },
	},
	"POST /api/admin/claims/{id}": {
		id: "decideClaim",
		summary: "Verify or reject a claim",
		access: "admin",
		path: idPath,
		body: { schema: ClaimDecision },
		answers: { 200: json("The decided claim.", ReviewClaimAnswer) },
		problems: {
			404: "There is no such claim.",
			409: "The channel has an owner already.",
			422: "The decision lacks a reason or the channel's id.",
		},
	},
};
