import {useState} from 'react'
import type {PicturePanel} from '../../../domain/wall/panels/picture'
import type {BodyProps} from '../panels/painting'
import {Message} from '../panels/WholeRows'
import {PictureOf} from './PictureOf'
import styles from './Places.module.css'
import {texts} from './texts'

/** One picture. */
export const PictureBody = ({panel, wall, sources}: BodyProps<PicturePanel>) => (
  <PictureOf wall={wall} pictures={sources.pictures} picture={panel.picture}>
    {url => <Shown key={url} url={url} panel={panel} />}
  </PictureOf>
)

function Shown({url, panel: {text, fit}}: {url: string; panel: PicturePanel}) {
  const [isUnseen, setUnseen] = useState(false)
  if (isUnseen) return <Message>{texts.unseen}</Message>
  return <img className={styles.alone} data-fit={fit} src={url} alt={text} onError={() => setUnseen(true)} />
}
