"""Lessons learnt line by line."""

from tablier.lesson import Lesson, lesson, lessons
from tablier.puzzle import Try
from tablier.terminal.screen import say
from tablier.terminal.session.exercises import ExerciseSession


class LessonSession(ExerciseSession[Lesson]):
    """The lesson that is being learnt."""

    words, file = "learn", "lessons.json"

    @property
    def known(self) -> tuple[Lesson, ...]:
        """All lessons of the game."""
        return lessons(self.game)

    def numbered(self, number: int) -> Lesson:
        """The lesson of that number."""
        return lesson(self.game, number)

    def begin(self, chosen: Lesson) -> None:
        """Begin a lesson, and say what there is to do."""
        self.chosen, self.tokens = chosen, ()
        said, step = chosen.words(self.lang), chosen.step
        self.tell("task", number=chosen.number, n=len(self.known), title=said["title"])
        self.show(chosen.position)
        say(self.screen, f"\n{said['task']}")
        counted = {"moves": len(chosen.solution), "marks": ", ".join(step.marks)}
        self.tell("moves" if step.marks else "begun_many", **counted)
        cited = ", ".join(f"§{each}" for each in step.teaches)
        self.tell("rules", clauses=cited, clause=step.teaches[0], game=self.game)
        self.tell("help")

    def judge(self, found: Try, token: str) -> None:
        """When the moves are used up, the lesson begins again."""
        self.tell_answer(found)
        self.show(found.position)
        if found.verdict == "wrong":
            self.tell("wrong", token=token)
            self.tokens = ()
            self.show(self.position)
            return
        self.tokens += (token,)
        if found.verdict == "solved":
            self.finish()
        else:
            self.tell("right", left=len(self.chosen.solution) - len(self.tokens))

    def finish(self) -> None:
        """Say what was learnt, and what comes next."""
        self.mark_solved()
        say(self.screen, self.chosen.words(self.lang)["done"])
        done = {each.id for each in self.known} <= self.solved()
        self.tell("finished" if done else "next", game=self.game)

    def hint(self) -> None:
        """Tell the next move; beside the known way the lesson begins again."""
        if not self.chosen.winning(*self.tokens):
            self.tokens = ()
            self.show(self.position)
        for token in self.chosen.winning(*self.tokens):
            self.tell("hint_move", token=token)

    def list(self) -> None:
        """List the lessons, with those that are done."""
        for each in self.known:
            title = each.words(self.lang)["title"]
            done = f" ({self.text('done')})" if each.id in self.solved() else ""
            say(self.screen, self.text("entry", number=each.number, title=title) + done)
