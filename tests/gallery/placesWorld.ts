import type {Json} from '../../contract/wire/common'
import type {Picture} from '../../src/domain/wall/places/pictures'
import {composed} from './panelsWorld'

const hall = (x: number, y: number, w: number, h: number, name: string) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="#fff" stroke="#555" stroke-width="3"/>` +
  `<text x="${x + 12}" y="${y + 26}" font-family="sans-serif" font-size="18" fill="#888">${name}</text>`

const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 700"><rect width="1200" height="700" fill="#e9e9e4"/>' +
  hall(30, 30, 560, 300, 'Hall 1') +
  hall(620, 30, 550, 300, 'Hall 2') +
  hall(30, 360, 340, 310, 'Store') +
  hall(400, 360, 770, 310, 'Hall 3') +
  '<script>document.title = "a script"</script></svg>'

/** A drawing as an address. */
export const HALL = `data:image/svg+xml,${encodeURIComponent(DRAWING)}`

export const PICTURES: readonly Picture[] = [
  {id: 'hall', name: 'Ground floor.svg', width: 1200, height: 700, size: 18_000, uploadedAt: 0},
  {id: 'rack', name: 'Rack 4.jpg', width: 900, height: 1600, size: 480_000, uploadedAt: 0},
]

/** Rows of devices on the plan, and one that is not here any more. */
const places = (count: number): Json[] => [
  ...Array.from({length: count}, (_, at) => ({
    deviceId: `p-${at + 1}`,
    x: 0.06 + 0.88 * (((at * 7) % 12) / 11),
    y: 0.12 + 0.8 * (Math.floor((at * 7) / 12) % 6) * 0.2 + (at % 3) * 0.02,
  })),
  {deviceId: 'gone', x: 0.5, y: 0.5},
]

const plan = (count: number): Json => ({
  id: 'plan',
  kind: 'plan',
  title: 'Ground floor',
  x: 0,
  y: 0,
  w: 17,
  h: 12,
  picture: 'hall',
  key: 'temperature',
  places: places(count),
})

const PICTURE: Json = {
  id: 'picture',
  kind: 'picture',
  title: 'Way out',
  x: 17,
  y: 0,
  w: 7,
  h: 6,
  picture: 'hall',
  text: 'Three halls and a store',
  fit: 'cover',
}

export const PLAN_OF_4 = composed([plan(4), PICTURE])
export const PLAN_OF_60 = composed([plan(60), PICTURE])
