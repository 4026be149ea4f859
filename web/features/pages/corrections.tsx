import { Link } from "react-router-dom";
import { useHealth } from "#web/api/use-health.ts";
import { paths } from "#web/paths.ts";

/** What to do about a report that is wrong. */
export function Corrections() {
	const reachable = Boolean(useHealth()?.contact_email);
	return (
		<>
			<p>Reports can be wrong. There are four ways to put that right:</p>
			<ul>
				<li>
					<strong>Vote.</strong> Members say of each statement whether they
					agree with its rating; the counts stand beside it.
				</li>
				<li>
					<strong>Have it checked afresh.</strong> Members can re-analyze a
					video. The new result takes the old one's place only when it is whole.
				</li>
				<li>
					<strong>Answer, if it is your video.</strong> Prove that the channel
					is yours and your answer is published in the report, with its date and
					its earlier wordings. <Link to={paths.creators()}>For creators</Link>{" "}
					says how.
				</li>
				<li>
					<strong>Report the mistake.</strong>{" "}
					{reachable ? (
						<>
							<Link to={paths.contact()}>Write to us</Link> with the report's
							address, the statement, and what shows that it is wrong: a wrong
							quote, a misheard word, a rating that misses a fact.
						</>
					) : (
						<>
							This site's operator has given no address for that; the other ways
							are open.
						</>
					)}
				</li>
			</ul>
			<p>
				A mistake is corrected by a new analysis, never by changing a figure.
				The report shows when it was last updated.
			</p>
		</>
	);
}
