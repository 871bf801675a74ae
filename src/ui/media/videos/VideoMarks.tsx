import {codecName} from '../../../../contract/rules/media/codecs'
import {orientationOf, type VideoFacts} from '../../../domain/media/video'
import spoken from '../../kit/text/Spoken.module.css'
import {texts} from './texts'

/** What the container of a video tells, in one line. */
export function VideoMarks({facts, className}: {facts: VideoFacts; className: string | undefined}) {
  const {width, height, codec, hasSound} = facts
  const isKnown = width !== null && height !== null
  const size = isKnown ? texts.size(width, height) : texts.unknown.size
  const others = [
    codec === null ? texts.unknown.codec : codecName(codec),
    hasSound === null ? texts.unknown.sound : hasSound ? texts.sound : texts.noSound,
    isKnown ? texts.orientations[orientationOf(width, height)] : null,
  ].filter(mark => mark !== null)
  if (!isKnown && codec === null && hasSound === null) return <span className={className}>{texts.unknown.all}</span>
  const whole = [size, ...others].join(' · ')
  const said = isKnown ? texts.saidSize(width, height) : size
  return (
    <span className={className} title={whole}>
      <span aria-hidden>{whole}</span>
      <span className={spoken.spoken}>{[said, ...others].join(', ')}</span>
    </span>
  )
}
