export function Page() {
  return <main>calendar</main>;
}
