import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {placeFrom} from '../../../../contract/rules/place'
import {croppedWidth, fittedView, pointOf, tilesIn, worldWidth, ZOOMS} from '../../../../src/domain/wall/places/mapView'

const SIZE = {width: 900, height: 500}
const at = (latitude: number, longitude: number) => ({latitude, longitude})
const anyPlace = fc.record({
  latitude: fc.double({min: -90, max: 90, noNaN: true}),
  longitude: fc.double({min: -180, max: 180, noNaN: true}),
})

describe('a place', () => {
  it('is a latitude and a longitude, and nothing else', () => {
    expect(placeFrom(-90, 180)).toEqual(at(-90, 180))
    for (const [latitude, longitude] of [
      [91, 0],
      [0, -361],
      [Number.NaN, 0],
      ['52', 4],
      [52, undefined],
      [null, null],
    ])
      expect(placeFrom(latitude, longitude)).toBeNull()
  })

  it.each([
    [196.63, -163.37],
    [-181, 179],
    [360, 0],
  ])('is the same at %d° and at %d° of longitude', (written, longitude) => {
    expect(placeFrom(56.66, written)?.longitude).toBeCloseTo(longitude, 9)
  })
})

describe('the width of a map', () => {
  const WIDE = {width: 2000, height: 300}

  it('is what its devices need, and not all of a wide panel', () => {
    expect(croppedWidth([at(51, 0), at(53, 10)], WIDE)).toBeLessThan(1000)
  })

  it('is all of its panel without devices, and for a fleet around Earth', () => {
    expect([croppedWidth([], WIDE), croppedWidth([at(0, -120), at(0, 0), at(0, 120)], SIZE)]).toEqual([2000, 900])
  })

  it('always has room for every device', () => {
    const edge = fc.integer({min: 300, max: 4000})
    fc.assert(
      fc.property(fc.array(anyPlace, {minLength: 1, maxLength: 20}), edge, edge, (places, width, height) => {
        const cropped = {width: croppedWidth(places, {width, height}), height}
        expect(cropped.width).toBeLessThanOrEqual(width)
        const view = fittedView(places, cropped)
        for (const {x} of places.map(place => pointOf(place, view, cropped))) {
          expect(x).toBeGreaterThanOrEqual(-1)
          expect(x).toBeLessThanOrEqual(cropped.width + 1)
        }
      }),
    )
  })
})

describe('the view of a map', () => {
  it('shows a fleet in Fiji and Samoa close up, on both sides of the date line', () => {
    const [fiji, samoa] = [at(-18, 178), at(-13.8, -172)]
    const view = fittedView([fiji, samoa], SIZE)
    expect(view.zoom).toBe(5)
    expect(Math.abs(view.longitude)).toBeCloseTo(177)
    expect(pointOf(samoa, view, SIZE).x).toBeGreaterThan(pointOf(fiji, view, SIZE).x)
  })

  it('shows one device, or many in one place, with what is around it', () => {
    expect(fittedView([at(52, 4)], SIZE)).toMatchObject({zoom: 5, longitude: 4})
    expect(fittedView([at(0, -179.99999999999267)], SIZE).zoom).toBe(5)
    expect(fittedView([at(52, 4), at(52, 4)], SIZE).latitude).toBeCloseTo(52)
  })

  it('shows all of Earth without any device', () => {
    expect(worldWidth(fittedView([], SIZE))).toBeCloseTo(SIZE.width)
  })

  it('draws poles at the edge of the map', () => {
    const view = {latitude: 0, longitude: 0, zoom: 0}
    expect(pointOf(at(90, 0), view, SIZE)).toEqual(pointOf(at(85, 0), view, SIZE))
  })

  it('has all places within it, and a zoom within bounds', () => {
    fc.assert(
      fc.property(fc.array(anyPlace, {minLength: 1, maxLength: 30}), places => {
        const view = fittedView(places, SIZE)
        expect(view.zoom >= ZOOMS.least && view.zoom <= ZOOMS.most).toBe(true)
        for (const place of places) {
          const {x, y} = pointOf(place, view, SIZE)
          expect(x >= 0 && x <= SIZE.width && y >= 0 && y <= SIZE.height).toBe(true)
        }
      }),
    )
  })
})

describe('the tiles of a view', () => {
  const named = (view: Parameters<typeof tilesIn>[0], size = SIZE) =>
    tilesIn(view, size).map(({z, x, y}) => `${z}/${x}/${y}`)

  it('are all of Earth as one', () => {
    expect(tilesIn({...at(0, 0), zoom: 0}, {width: 256, height: 256})).toEqual([
      {z: 0, x: 0, y: 0, left: 0, top: 0, width: 256},
    ])
  })

  it('are those of the nearest zoom, as large as the view has them', () => {
    const size = {width: 100, height: 100}
    expect(tilesIn({...at(52, 4), zoom: 5.4}, size)).toMatchObject([
      {z: 5, x: 16, y: 10, width: expect.closeTo(256 * 2 ** 0.4)},
    ])
    expect(tilesIn({...at(52, 4), zoom: 5.6}, size)[0]).toMatchObject({z: 6, width: expect.closeTo(256 * 2 ** -0.4)})
    expect(named({...at(0, 0), zoom: -1}, {width: 128, height: 128})).toEqual(['0/0/0'])
  })

  it('go on beyond the date line, on both sides', () => {
    const size = {width: 512, height: 10}
    const [fromWest, fromEast] = [-179.9, 179.9].map(longitude => named({...at(10, longitude), zoom: 3}, size))
    expect(fromWest).toEqual(['3/7/3', '3/0/3', '3/1/3'])
    expect(fromEast).toEqual(['3/6/3', '3/7/3', '3/0/3'])
  })

  it('end at the poles', () => {
    const size = {width: 10, height: 600}
    expect(named({...at(90, 10), zoom: 2}, size)).toEqual(['2/2/0', '2/2/1'])
    expect(named({...at(-90, 10), zoom: 2}, size)).toEqual(['2/2/2', '2/2/3'])
  })

  it('cover the view, and have each place where its mark is', () => {
    const anyView = fc.record({
      latitude: fc.double({min: -60, max: 60, noNaN: true}),
      longitude: fc.double({min: -180, max: 180, noNaN: true}),
      zoom: fc.double({min: 3, max: ZOOMS.most, noNaN: true}),
    })
    fc.assert(
      fc.property(anyView, view => {
        const tiles = tilesIn(view, SIZE)
        const [first, last] = [tiles[0], tiles.at(-1)]
        if (first === undefined || last === undefined) throw new Error('There are no tiles.')
        const bounds = [first.left, first.top, SIZE.width - last.left - last.width, SIZE.height - last.top - last.width]
        expect(Math.max(...bounds)).toBeLessThan(1e-6)
        for (const {z, x, y, left, top, width} of tiles) {
          const north = (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** z))) * 180) / Math.PI
          if (Math.abs(north) < 85) expect(pointOf({latitude: north, longitude: 0}, view, SIZE).y).toBeCloseTo(top, 6)
          const west = (x / 2 ** z) * 360 - 180
          const world = worldWidth(view)
          const off = (pointOf({latitude: 0, longitude: west}, view, SIZE).x - left) / world
          expect(off - Math.round(off)).toBeCloseTo(0, 6)
          expect(width).toBeCloseTo(world / 2 ** z)
        }
      }),
    )
  })
})
