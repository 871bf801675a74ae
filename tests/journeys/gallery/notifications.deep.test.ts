import {readRoom, walkRoom} from '../support/gallery'

walkRoom('notifications')
readRoom('notifications')
