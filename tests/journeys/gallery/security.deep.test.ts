import {readRoom, walkRoom} from '../support/gallery'

walkRoom('security')
readRoom('security')
