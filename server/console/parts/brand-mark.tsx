export function BrandMark() {
  return (
    <svg class="brand-mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#4f46e5" />
      <rect x="7" y="8" width="18" height="4" rx="1.5" fill="#fff" />
      <rect x="10" y="14" width="12" height="10" rx="1.5" fill="#fff" fill-opacity=".55" />
      <rect x="10" y="14" width="12" height="3" fill="#fff" />
    </svg>
  );
}
