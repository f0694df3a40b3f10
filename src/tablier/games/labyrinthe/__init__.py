"""Le Jeu du Labyrinthe (CEJI, 1970s): pawns slide to the centre through a maze of sliding walls."""
