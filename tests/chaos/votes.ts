import { type Client, createMember } from "#tests/support/world/client.ts";
import type { StoredVote } from "#tests/support/world/stored-data.ts";

type Vote = "upvote" | "downvote" | null;

/** A member who votes continuously and records the responses. */
export class Voter {
	readonly #client: Client;
	readonly #id: string;
	readonly #statements: string[];
	readonly #random: () => number;
	/** The votes that the server confirmed, by statement. */
	readonly #promised = new Map<string, Vote>();
	/** A vote that was sent, but whose response was lost in a kill. */
	#pending: { statement_id: string; vote: Vote } | null = null;
	answered = 0;
	/** Votes that the running server refused; none is expected. */
	readonly refused: string[] = [];

	private constructor(client: Client, id: string, statements: string[], random: () => number) {
		this.#client = client;
		this.#id = id;
		this.#statements = statements;
		this.#random = random;
	}

	static async join(url: string, statements: string[], random: () => number): Promise<Voter> {
		const client = await createMember(url);
		const { body } = await client.get<{ user: { id: string } }>("/api/auth/session");
		return new Voter(client, body.user.id, statements, random);
	}

	/** Votes until the server is gone or `over` returns true. */
	async vote(over: () => boolean): Promise<void> {
		while (!over()) {
			const statement_id = this.#pick(this.#statements);
			const vote = this.#pick<Vote>(["upvote", "downvote", null]);
			this.#pending = { statement_id, vote };
			const path = `/api/statements/${statement_id}/vote`;
			const answer = await (vote === null
				? this.#client.delete(path)
				: this.#client.put(path, { vote_type: vote })
			).catch(() => null);
			if (answer === null) return;
			if (answer.status !== 200) {
				this.refused.push(`${answer.status} for a vote`);
				return;
			}
			this.#promised.set(statement_id, vote);
			this.#pending = null;
			this.answered++;
		}
	}

	/** The confirmed votes that are not stored. A vote in flight may be stored or not. */
	lost(stored: StoredVote[]): string[] {
		const there = new Map(
			stored
				.filter(({ user_id }) => user_id === this.#id)
				.map(({ statement_id, vote_type }) => [statement_id, vote_type]),
		);
		const lost: string[] = [];
		const pending = this.#pending;
		for (const statement_id of this.#statements) {
			const vote = (there.get(statement_id) ?? null) as Vote;
			const promised = this.#promised.get(statement_id) ?? null;
			const maybe = pending?.statement_id === statement_id ? pending.vote : promised;
			if (vote !== promised && vote !== maybe)
				lost.push(`${promised ?? "no vote"} on ${statement_id}`);
			this.#promised.set(statement_id, vote);
		}
		this.#pending = null;
		return lost;
	}

	#pick<T>(values: T[]): T {
		const value = values[Math.floor(this.#random() * values.length)];
		if (value === undefined) throw new Error("There is nothing to pick from.");
		return value;
	}
}
