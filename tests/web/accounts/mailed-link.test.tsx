import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, it } from "vitest";
import { useLink } from "#web/ui/mailed-link.tsx";

afterEach(cleanup);

function Shown() {
	const { token, email, is_cut } = useLink();
	return <output>{[token, email, is_cut].join(" ")}</output>;
}

it.each([
	["#token=abc", "abc  false"],
	["#token%3Dabc", "abc  false"],
	["#token=abc&email=ada%40example.org", "abc ada@example.org false"],
	["#token%3Dabc%26email%3Dada%40example.org", "abc ada@example.org false"],
	["#token=abc&email=a%26b%2Bc%40example.org", "abc a&b+c@example.org false"],
	["#tok", "  true"],
	["", "  false"],
])("the link's end %s says %s", (end, said) => {
	render(
		<MemoryRouter initialEntries={[`/reset-password${end}`]}>
			<Shown />
		</MemoryRouter>,
	);
	expect(screen.getByRole("status").textContent).toBe(said);
});
