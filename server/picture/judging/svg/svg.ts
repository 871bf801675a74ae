import {SVG_BYTES} from '../../../../contract/limits'
import {noPicture, svgTooLarge} from '../refusals'
import {requireCheap} from './cost'
import {withoutEmbeddedMetadata} from './embedded'
import {readTree} from './read'
import {sizeOf} from './size'

/** Throws what `judgePicture` throws. */
export function readSvg(upload: Uint8Array): {width: number; height: number; bytes: Uint8Array} {
  const text = textOf(upload)
  if (upload.length > SVG_BYTES) throw svgTooLarge()
  const kept = withoutEmbeddedMetadata(text)
  const tree = readTree(kept)
  const size = sizeOf(tree.attributes)
  requireCheap(tree)
  return {...size, bytes: kept === text ? upload : Buffer.from(kept)}
}

/** Encodings that `read.ts` doesn't know begin otherwise. */
function textOf(upload: Uint8Array): string {
  const text = new TextDecoder('utf-8').decode(upload)
  if (!text.trimStart().startsWith('<')) throw noPicture()
  return text
}
