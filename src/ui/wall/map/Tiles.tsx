import {useSelector} from '@xstate/react'
import {useState} from 'react'
import type {ClientConfig} from '../../../../contract/wire/config'
import {isLinkDown} from '../../../domain/link'
import {type MapSize, type MapView, tilesIn, worldWidth} from '../../../domain/wall/places/mapView'
import type {WallRef} from '../../../machines/wall/wall'
import styles from './Map.module.css'
import {texts} from './texts'

const RETRIED_AFTER = 5 * 60_000

interface TilesProps extends NonNullable<ClientConfig['mapTiles']> {
  view: MapView
  size: MapSize
  wall: WallRef
}

/** Images over the outline, which shows where one is missing. Missing ones are asked for again in the next period. */
export function Tiles({url, attribution, view, size, wall}: TilesProps) {
  const period = useSelector(
    wall,
    ({context: {board}}) => `${isLinkDown(board.link)} ${Math.floor(board.now / RETRIED_AFTER)}`,
  )
  const [failed, setFailed] = useState<{period: string; addresses: readonly string[]}>({period, addresses: []})
  const missing = failed.period === period ? failed.addresses : []
  // Earth is drawn once, however wide the panel is.
  const width = Math.min(size.width, worldWidth(view))
  const tiles = tilesIn(view, {...size, width}).map(tile => ({...tile, address: addressOf(url, tile)}))
  return (
    <>
      <div className={styles.tiles} style={{width}}>
        {tiles
          .filter(({address}) => !missing.includes(address))
          .map(tile => (
            <img
              key={`${tile.address} ${tile.left}`}
              src={tile.address}
              alt=""
              draggable={false}
              style={{left: tile.left, top: tile.top, width: tile.width, height: tile.width}}
              onError={() =>
                setFailed(before => ({
                  period,
                  addresses: [...(before.period === period ? before.addresses : []), tile.address],
                }))
              }
            />
          ))}
      </div>
      <p className={styles.attribution}>
        {[...(tiles.some(({address}) => missing.includes(address)) ? [texts.missing] : []), attribution].join(' · ')}
      </p>
    </>
  )
}

const addressOf = (url: string, {z, x, y}: Record<'z' | 'x' | 'y', number>): string =>
  url.replaceAll('{z}', `${z}`).replaceAll('{x}', `${x}`).replaceAll('{y}', `${y}`)
