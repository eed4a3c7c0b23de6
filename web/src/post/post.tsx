export function Page() {
  return <main>post</main>;
}
