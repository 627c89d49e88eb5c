# Plays scenes: what an owner says and what an agent tries. Scenes come as JSON on standard input.

def play(host, scene):
    session = "demo-" + scene["id"]
    host.turn(scene["request"], session)
    for number, step in enumerate(scene["steps"]):
        returned = host.call(
            step["tool"], dict(step["args"]), answer=step.get("answer") or "deny", result=step.get("result"),
            task_id=session, session_id=session, tool_call_id=f"{session}-{number}", turn_id=f"{session}:{session}:1")
        report({"ran": host.ran is not None, "asked": host.asked, "returned": returned})


if __name__ == "__main__":
    scenes, host = json.load(sys.stdin), Host()
    for tool in sorted({step["tool"] for scene in scenes for step in scene["steps"]}):
        host.mock(tool)
    for scene in scenes:
        play(host, scene)
    REPORT.flush()
    os._exit(0)  # threads of other plugins must not keep the process
