export function Page() {
  return <main>channel</main>;
}
