import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {placeFrom} from '../../../../contract/rules/place'
import {fittedView, pointOf, worldWidth, ZOOMS} from '../../../../src/domain/wall/places/mapView'

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
      [0, -181],
      [Number.NaN, 0],
      ['52', 4],
      [52, undefined],
      [null, null],
    ])
      expect(placeFrom(latitude, longitude)).toBeNull()
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
