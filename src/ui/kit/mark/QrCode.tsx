import {encode} from 'uqr'

const QUIET_ZONE = 4

/** Dark on light in either scheme, since not every reader knows it the other way round. */
export function QrCode({value, label}: {value: string; label: string}) {
  const {data, size} = encode(value, {ecc: 'M', border: QUIET_ZONE})
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width="192"
      height="192"
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path fill="#000" d={pathOf(data)} />
    </svg>
  )
}

const pathOf = (rows: readonly (readonly boolean[])[]): string =>
  rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
