import {Anchor} from '@mantine/core'
import {Link} from 'react-router-dom'
import styles from './AccountLinks.module.css'

export interface AccountLinksProps {
  /** Address and words of each. */
  links: readonly (readonly [to: string, text: string])[]
  onLeave?: () => void
}

/** The ways on from a screen of people without a session. */
export function AccountLinks({links, onLeave}: AccountLinksProps) {
  return (
    <div className={styles.links}>
      {links.map(([to, text]) => (
        <Anchor key={to} component={Link} to={to} size="sm" onClick={onLeave}>
          {text}
        </Anchor>
      ))}
    </div>
  )
}
