import {walkRoom} from '../support/gallery'

walkRoom('notifications')
