import { Link } from "react-router-dom";
import useSWR, { useSWRConfig } from "swr";
import type { SpeakerNames } from "#contract/speaker-names.ts";
import type { Video } from "#contract/video.ts";
import { keys } from "#web/api/keys.ts";
import { request } from "#web/api/request.ts";
import { useSubmit } from "#web/api/use-submit.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { SelectField, SubmitNote, TextField } from "#web/ui/form-fields.tsx";

const MAX_NAME_CHARS = 100;

/** The names that the member who pasted the transcript gave its speakers. */
export function useSpeakerNames({
	id,
	transcript_source,
	captions_read_by,
}: Video): SpeakerNames | undefined {
	const is_pasted = transcript_source === "member" && captions_read_by === null;
	return useSWR<SpeakerNames>(is_pasted ? keys.speakerNames(id) : null).data;
}

/** Says whose the names are, and lets the member who pasted the transcript give them. */
export function SpeakerNaming({
	video_id,
	speakers,
	named,
}: {
	video_id: string;
	speakers: readonly string[];
	named: SpeakerNames;
}) {
	return (
		<div className="flex w-full max-w-[68ch] flex-col gap-2 text-sm">
			{named.names.length > 0 && (
				<p className="text-muted">
					The member who pasted this transcript gave these names. Nobody compared them with the
					video.{" "}
					<Link to={paths.notice(paths.results(video_id))} className="link">
						Report a problem
					</Link>
				</p>
			)}
			{named.may_name && <NameForm video_id={video_id} speakers={speakers} />}
		</div>
	);
}

function NameForm({ video_id, speakers }: { video_id: string; speakers: readonly string[] }) {
	const { mutate } = useSWRConfig();
	const submission = useSubmit();
	return (
		<details>
			<summary className="inline-flex min-h-11 items-center font-semibold link">
				Name a speaker
			</summary>
			<form
				noValidate
				className="flex flex-col gap-3 pt-1 sm:max-w-md"
				onSubmit={submission.onSubmit(async (text) => {
					const path = keys.speakerNames(video_id);
					const body = { speaker: text("speaker"), name: text("name").trim() || null };
					await mutate(path, await request<SpeakerNames>(path, { method: "PUT", body }), false);
				})}
			>
				<SelectField
					label="Speaker"
					name="speaker"
					options={Object.fromEntries(speakers.map((speaker) => [speaker, speaker]))}
				/>
				<TextField
					label="Name"
					name="name"
					autoComplete="off"
					maxLength={MAX_NAME_CHARS}
					hint="Appears on this page alone, marked as yours. Leave it empty to take the name away."
					message={submission.fields.name}
				/>
				<Button type="submit" busy={submission.busy} className="self-start">
					Save Name
				</Button>
				<SubmitNote submission={submission} done="Saved." />
			</form>
		</details>
	);
}
