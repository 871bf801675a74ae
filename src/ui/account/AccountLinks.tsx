import {Anchor} from '@mantine/core'
import {Link} from 'react-router-dom'
import styles from './AccountLinks.module.css'

export interface AccountLinksProps {
  /** The address and the text of each link. */
  links: readonly (readonly [to: string, text: string])[]
  onLeave?: () => void
}

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
