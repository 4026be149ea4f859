import { useHealth } from "#web/api/use-health.ts";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { mailLink } from "./mail-link.ts";

/** Ways to ask about the API, where there is somebody to ask. */
export function ApiQuestions() {
	const email = useHealth()?.contact_email ?? null;
	if (email === null) {
		return (
			<p>
				This site's operator has given no address for questions.{" "}
				<a href={paths.apiDocs()}>The reference</a> says what each call takes
				and answers.
			</p>
		);
	}
	return (
		<>
			<p>Missing a call, or need more than the limits allow?</p>
			<p className="flex flex-wrap gap-3">
				<a
					href={mailLink(email, { subject: "BS Detector API: a question" })}
					className={buttonClass("secondary")}
				>
					Ask About the API
				</a>
				<a
					href={mailLink(email, { subject: "BS Detector API: higher limits" })}
					className={buttonClass("secondary")}
				>
					Ask for Higher Limits
				</a>
			</p>
		</>
	);
}
