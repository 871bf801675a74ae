import {geoMercator, geoPath} from 'd3-geo'
import {feature, mesh} from 'topojson-client'
import type {Objects, Topology} from 'topojson-specification'
import json from 'world-atlas/countries-110m.json?raw'
import {type MapSize, type MapView, worldWidth} from '../../../domain/wall/places/mapView'

const world: Topology<Objects<Record<string, string>>> = JSON.parse(json)
const {land, countries} = world.objects

/** Draws the land and its borders, once for each view. */
export function drawOutline(canvas: HTMLCanvasElement, view: MapView, {width, height}: MapSize) {
  const context = canvas.getContext('2d')
  if (context === null || land === undefined || countries?.type !== 'GeometryCollection') return
  const density = window.devicePixelRatio
  canvas.width = Math.round(width * density)
  canvas.height = Math.round(height * density)
  context.setTransform(density, 0, 0, density, 0, 0)
  const style = getComputedStyle(canvas)
  const projection = geoMercator()
    .scale(worldWidth(view) / (2 * Math.PI))
    .rotate([-view.longitude, 0])
    .center([0, view.latitude])
    .translate([width / 2, height / 2])
    .clipExtent([
      [-2, -2],
      [width + 2, height + 2],
    ])
  const draw = geoPath(projection, context)
  context.beginPath()
  draw(feature(world, land))
  context.fillStyle = style.getPropertyValue('--line')
  context.fill()
  context.beginPath()
  draw(mesh(world, countries, (one, other) => one !== other))
  context.strokeStyle = style.getPropertyValue('--surface')
  context.lineWidth = 1
  context.stroke()
}
