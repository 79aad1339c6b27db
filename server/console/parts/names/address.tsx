/** A URL. A line breaks after a slash, and within a part only if that is longer than a line. */
export function Address({ url }: { readonly url: string }) {
  return (
    <code class="address">
      {url.split(/(?<=[/?&])(?![/?&])/).map((part, index) => (
        <span key={`${index} ${part}`}>{part}</span>
      ))}
    </code>
  );
}
