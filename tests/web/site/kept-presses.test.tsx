import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { repeatKeptPresses } from "#web/features/site/app-shell.tsx";

afterEach(cleanup);

const sent: string[] = [];

function Form() {
	const [link, setLink] = useState("");
	return (
		<form
			aria-label="Video"
			onSubmit={(event) => {
				event.preventDefault();
				sent.push(link);
			}}
		>
			<button type="button" onClick={() => setLink("the sample")}>
				Sample
			</button>
		</form>
	);
}

it("presses made before the app started are replayed in order, each after the last one rendered", async () => {
	render(<Form />);
	const pressed = [
		screen.getByRole("button", { name: "Sample" }),
		screen.getByRole("form", { name: "Video" }),
	];
	window.releasePresses = () => pressed;
	repeatKeptPresses();
	await waitFor(() => expect(sent).toHaveLength(1));
	expect(sent).toEqual(["the sample"]);
	delete window.releasePresses;
});
