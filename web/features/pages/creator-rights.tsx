import { Link } from "react-router-dom";
import { paths } from "#web/paths.ts";
import { FactRows } from "./fact-rows.tsx";

/** What owning a channel gives here, and what it does not. */
export function CreatorRights() {
	return (
		<section
			aria-labelledby="rights"
			className="grid gap-x-14 gap-y-4 lg:grid-cols-[18rem_minmax(0,1fr)]"
		>
			<div className="flex flex-col items-start gap-3">
				<h2 id="rights" className="font-serif text-2xl font-semibold">
					What it gives you
				</h2>
				<Link
					to={paths.corrections()}
					className="py-1 underline decoration-rule underline-offset-4 hover:decoration-ink"
				>
					When a report is wrong
				</Link>
			</div>
			<div>
				<FactRows
					rows={[
						[
							"A voice",
							"Your answer stands in the report, before the eyes of everybody who opens it. Those who had the video analyzed or voted on it are told of it.",
						],
						[
							"A view",
							"Your dashboard lists your channel's latest analyzed videos, with their scores and what is still without an answer.",
						],
						[
							"No say in the score",
							"Nobody can edit a score or buy one, owners included. If a report is wrong, a fresh analysis corrects it.",
						],
						["No cost", "Claiming a channel and answering is free."],
					]}
				/>
			</div>
		</section>
	);
}
