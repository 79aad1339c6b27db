/** Figures side by side, each with its name. */
export function Tiles({ tiles }: { readonly tiles: readonly (readonly [name: string, value: string])[] }) {
  return (
    <div class="tiles-box">
      <dl class="tiles">
        {tiles.map(([name, value]) => (
          <div key={name} class="tile">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
